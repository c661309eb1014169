import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import PencilLine from 'lucide-react/icons/pencil-line';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { CUSTOM_PROMPT_PLAN, formatPrice } from '#contract/plans.ts';
import { useTax } from '#web/api/tax.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { useReadNoticesAbout } from '#web/features/notices/use-read-notices-about.ts';
import { forgetDraftOf, tabStore } from '#web/features/orders/brief/brief-draft.ts';
import { OrderList } from '#web/features/orders/order-list.tsx';
import { orderQuery, ordersQuery } from '#web/features/orders/orders.queries.ts';
import { PageTitle } from '#web/layout/page-title.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { ListHeader } from '../lists/list-header.tsx';
import { OrderDetail } from './order-detail.tsx';

const route = getRouteApi('/orders');

// One file for the browser to fetch.
export { loadOrders } from './load-orders.ts';

/** The prompts I had written, or one of them. Its route lets members in only. */
export function OrdersPage() {
  const { order } = route.useSearch();
  return (
    <PageShell hasVisitorBanner={false} width="account">
      {order ? <OneOrder key={order} id={order} /> : <AllOrders />}
    </PageShell>
  );
}

function OneOrder({ id }: { id: string }) {
  const { data: order } = useSuspenseQuery(orderQuery(id));
  const user = useUser();
  useReadNoticesAbout('order', id);
  // Read as paid: its draft has done its work, however the payment became known.
  const isPaid = order?.paidAt != null;
  useEffect(() => {
    if (isPaid) forgetDraftOf(tabStore(), id);
  }, [id, isPaid]);
  if (!user) return null;
  return order ? <OrderDetail order={order} memberId={user.id} /> : <NotFound />;
}

function AllOrders() {
  const { data: orders } = useSuspenseQuery(ordersQuery());
  const tax = useTax();
  const another = (
    <a href={paths.subscribe('engineer')} className={buttonClass({ variant: 'line', size: 'small' })}>
      <PencilLine aria-hidden />
      Order a custom prompt
    </a>
  );
  return (
    <>
      <ListHeader
        title="My Custom Prompts"
        line={`${countWithNoun(orders.length, 'order')} • Newest first`}
        tools={orders.length > 0 ? another : null}
      />
      {orders.length > 0 ? (
        <OrderList orders={orders} />
      ) : (
        <EmptyState icon={PencilLine} title="No custom prompts yet" actions={another}>
          <p>
            Tell a prompt engineer what you need, and get a prompt written for your brief for{' '}
            {formatPrice(CUSTOM_PROMPT_PLAN.priceCents)}
            {tax === 'added' ? ' plus tax' : ''}, paid once. It takes about {LIMITS.deliveryBusinessDays}{' '}
            business days.
          </p>
        </EmptyState>
      )}
    </>
  );
}

export function OrderNotFoundPage() {
  return (
    <PageShell hasVisitorBanner={false}>
      <PageTitle>Order not found</PageTitle>
      <NotFound />
    </PageShell>
  );
}

function NotFound() {
  return (
    <EmptyState
      icon={SearchX}
      title="Order not found"
      level={1}
      actions={
        <Link to="/orders" className={buttonClass()}>
          See your orders
        </Link>
      }
    >
      <p>It belongs to another account, or the address has a typo.</p>
    </EmptyState>
  );
}
