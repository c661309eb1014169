import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { getStaffOrder, type StaffOrder, startStaffOrder } from '#contract/admin-orders.ts';
import { call } from '#web/api/call.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { ActionError } from '#web/features/admin/action-dialog.tsx';
import { staffOrderQuery } from '#web/features/admin/admin.queries.ts';
import { formatAmount } from '#web/features/billing/billing-messages.ts';
import { OrderStateBadge } from '#web/features/orders/order-state-badge.tsx';
import { DeliveryView } from '#web/pages/orders/delivery-view.tsx';
import { historyOf } from '#web/pages/orders/order-history.ts';
import { OrderHistoryList } from '#web/pages/orders/order-history-list.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { BackLink } from '#web/ui/text/back-link.tsx';
import { ActionRow, DetailsList, Section } from '../details-list.tsx';
import { DueDay } from '../orders/due-day.tsx';
import { requireId } from '../staff-loader.ts';
import { StaffPage } from '../staff-page.tsx';
import { utcMinute } from '../utc-minute.ts';
import { DeliveryEditor } from './delivery-editor.tsx';
import { paymentMessage } from './payment-messages.ts';
import { RefundOrder } from './refund-order.tsx';

// One file for the browser to fetch.
export { loadOrder } from './load-order.ts';

const route = getRouteApi('/admin/orders/$orderId');

/** One order: its brief and history, and the prompt that is written for it. */
export function StaffOrderPage() {
  const orderId = requireId(route.useParams().orderId);
  const { data } = useSuspenseQuery(staffOrderQuery(orderId));
  const user = useUser();
  const { order, buyer, dueOn } = data;
  const { brief, state } = order;
  const isWritable =
    buyer !== null && !order.isDisputed && ['received', 'in_work', 'revision', 'delivered'].includes(state);
  const editor = isWritable ? (
    <Editor key={order.deliveries.length} order={order} buyerEmail={buyer.email} />
  ) : null;
  return (
    <>
      <BackLink>
        {(className) => (
          <Link to="/admin/orders" className={className}>
            All orders
          </Link>
        )}
      </BackLink>
      <StaffPage title={brief.goal || 'Order of a deleted member'}>
        <DetailsList
          details={[
            ['State', <OrderStateBadge key="state" state={state} />],
            ...(dueOn === null ? [] : [['Due', <DueDay key="due" day={dueOn} />] as const]),
            ['Payment', paymentMessage(data)],
            ...(data.refund?.reason ? [['Refunded because', data.refund.reason] as const] : []),
            ['Amount', formatAmount(order.amountCents, order.currency)],
            ['Buyer', <Buyer key="buyer" buyer={buyer} />],
          ]}
        />
        <ActionRow>
          {isWritable && (state === 'received' || state === 'revision') ? (
            <StartButton orderId={orderId} />
          ) : null}
          {user?.role === 'admin' && state !== 'refunded' && !order.isDisputed ? (
            <RefundOrder {...data} />
          ) : null}
        </ActionRow>
        <Section title="Brief">
          <DetailsList
            details={[
              ['The situation', brief.context],
              ['A good result', brief.result],
              ['AI tool', brief.model ?? 'any'],
              ['Ordered from', <OrderedFrom key="prompt" prompt={order.prompt} />],
            ]}
          />
        </Section>
        <Section title="History" headingId="history-title">
          <OrderHistoryList entries={historyOf(order, [], 'staff')} />
        </Section>
        {state === 'delivered' ? null : editor}
        {user
          ? order.deliveries.toReversed().map((delivery) => (
              <Section
                key={delivery.id}
                id={delivery.id}
                title={`Delivered ${utcMinute(delivery.deliveredAt)}`}
              >
                <DeliveryView delivery={delivery} memberId={user.id} />
              </Section>
            ))
          : null}
        {state === 'delivered' ? editor : null}
      </StaffPage>
    </>
  );
}

/** Once something is delivered, behind a button: most buyers want no other version. */
function Editor({ order, buyerEmail }: { order: StaffOrder['order']; buyerEmail: string }) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const openEditor = () => {
    flushSync(() => setOpen(true));
    box.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={box}>
      {isOpen || order.state !== 'delivered' ? (
        <DeliveryEditor order={order} buyerEmail={buyerEmail} />
      ) : (
        <Button variant="line" onClick={openEditor}>
          Write a revision
        </Button>
      )}
    </div>
  );
}

function Buyer({ buyer }: { buyer: StaffOrder['buyer'] }) {
  if (buyer === null) return 'a deleted member';
  return (
    <Link to="/admin/members/$memberId" params={{ memberId: buyer.id }}>
      {buyer.email}
    </Link>
  );
}

function OrderedFrom({ prompt }: { prompt: StaffOrder['order']['prompt'] }) {
  if (prompt === null) return 'no prompt';
  return (
    <Link to="/prompt/$id" params={{ id: prompt.id }}>
      {prompt.title}
    </Link>
  );
}

function StartButton({ orderId }: { orderId: string }) {
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: () => call(startStaffOrder, { orderId }),
    onSuccess: async (order) => {
      queryClient.setQueryData(staffOrderQuery(orderId).queryKey, order);
      toast({ title: 'The buyer can see that work has started' });
      await queryClient.invalidateQueries({ queryKey: [getStaffOrder.url] });
    },
  });
  return (
    <div>
      <Button isPending={starting.isPending} pendingText="Taking..." onClick={() => starting.mutate()}>
        Take this order
      </Button>
      <div role="alert">{starting.error ? <ActionError error={starting.error} /> : null}</div>
    </div>
  );
}
