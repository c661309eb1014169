import { Link } from '@tanstack/react-router';
import { expectedOn } from '#contract/delivery-days.ts';
import type { Order } from '#contract/orders.ts';
import { formatPrice } from '#contract/plans.ts';
import { BriefSummary } from '#web/features/orders/brief/brief-summary.tsx';
import { DeliveredActions } from '#web/features/orders/delivery/delivered-actions.tsx';
import { stateMessage } from '#web/features/orders/order-messages.ts';
import { OrderStateBadge } from '#web/features/orders/order-state-badge.tsx';
import { OrderSteps } from '#web/features/orders/order-steps.tsx';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import { Breadcrumb } from '#web/ui/text/breadcrumb.tsx';
import { Day } from '#web/ui/text/day.tsx';
import { DeliveryView } from './delivery-view.tsx';
import { OrderBill } from './order-bill.tsx';
import styles from './order-detail.module.css';
import { OrderPayment } from './order-payment.tsx';

/** One order: how far it is, what can be done now, what was delivered, and what was asked for. */
export function OrderDetail({ order, memberId }: { order: Order; memberId: string }) {
  const { state, isDisputed, brief, prompt, deliveries } = order;
  const isOpen = order.paidAt !== null && state !== 'refunded' && !isDisputed;
  const newest = deliveries.at(-1);
  const expected = order.paidAt && isOpen && newest === undefined ? expectedOn(order.paidAt) : null;
  const today = new Date(useClock().now).toISOString().slice(0, 10);
  const earlier = deliveries.slice(0, -1).reverse();
  return (
    <>
      <Breadcrumb
        trail={[
          { key: 'home', link: <Link to="/">Home</Link> },
          { key: 'orders', link: <Link to="/orders">My Custom Prompts</Link> },
        ]}
        current={brief.goal}
      />
      <h1 className={styles.title} dir="auto">
        {brief.goal}
      </h1>
      <p className={styles.facts}>
        Ordered <AbsoluteDate date={order.createdAt} /> • {formatPrice(order.amountCents)}
        {order.paidAt ? (
          <>
            , paid <AbsoluteDate date={order.paidAt} />
          </>
        ) : null}
      </p>
      <section className={styles.panel} aria-labelledby="state-title">
        <h2 id="state-title" className="visually-hidden">
          State of the order
        </h2>
        <OrderSteps order={order} />
        <p className={styles.state} role="status">
          <OrderStateBadge state={state} />
          <span>
            {stateMessage(order)}
            {expected !== null && expected >= today ? (
              <>
                {' '}
                Expected around <Day day={expected} />.
              </>
            ) : null}
          </span>
        </p>
        {prompt && isOpen ? (
          <p className={styles.opened}>
            The payment opened{' '}
            <Link to="/prompt/$id" params={{ id: prompt.id }}>
              {prompt.title}
            </Link>{' '}
            for you.
          </p>
        ) : null}
        {order.hasBill ? <OrderBill orderId={order.id} /> : null}
        {state === 'awaiting_payment' ? <OrderPayment order={order} /> : null}
        {state === 'delivered' && isOpen ? <DeliveredActions orderId={order.id} memberId={memberId} /> : null}
      </section>
      {newest ? (
        <section className={styles.section} aria-labelledby="delivery-title">
          <h2 id="delivery-title" className={styles.heading}>
            Your prompt
          </h2>
          <DeliveryView key={newest.id} delivery={newest} memberId={memberId} />
        </section>
      ) : null}
      {earlier.length > 0 ? (
        <section className={styles.section} aria-labelledby="earlier-title">
          <h2 id="earlier-title" className={styles.heading}>
            Earlier versions
          </h2>
          {earlier.map((delivery) => (
            <details key={delivery.id} className={styles.earlier}>
              <summary className={styles.summary}>
                {delivery.title}, delivered <AbsoluteDate date={delivery.deliveredAt} />
              </summary>
              <DeliveryView delivery={delivery} memberId={memberId} />
            </details>
          ))}
        </section>
      ) : null}
      <section className={styles.section} aria-labelledby="brief-title">
        <h2 id="brief-title" className={styles.heading}>
          Your brief
        </h2>
        <div className={styles.panel}>
          <BriefSummary order={order} />
        </div>
        <p className={styles.contact}>
          <Link to="/contact" search={{ topic: 'order', order: order.id }}>
            Contact us about this order
          </Link>
        </p>
      </section>
    </>
  );
}
