import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Order } from '#contract/orders.ts';
import { orderMessagesQuery } from '#web/features/support/support.queries.ts';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import { Breadcrumb } from '#web/ui/text/breadcrumb.tsx';
import { DisclosureSummary } from '#web/ui/text/disclosure-summary.tsx';
import { DeliveryView } from './delivery-view.tsx';
import { OrderBrief } from './order-brief.tsx';
import styles from './order-detail.module.css';
import { historyOf } from './order-history.ts';
import { OrderHistoryList } from './order-history-list.tsx';
import { OrderState } from './order-state.tsx';

/** One order: how far it is, what can be done now, what was delivered, what both sides wrote, and what was asked for. */
export function OrderDetail({ order, memberId }: { order: Order; memberId: string }) {
  const { state, isDisputed, brief, prompt, deliveries } = order;
  const { data: messages = [] } = useQuery(orderMessagesQuery(order.id));
  const history = historyOf(order, messages);
  const isOpen = order.paidAt !== null && state !== 'refunded' && !isDisputed;
  // The text of the others is locked: only the history names them.
  const readable = isOpen ? deliveries : [];
  const newest = readable.at(-1);
  const earlier = readable.slice(0, -1).reverse();
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
        Ordered <AbsoluteDate date={order.createdAt} />
        {prompt ? <> from “{prompt.title}”</> : null}
      </p>
      <OrderState order={order} memberId={memberId} isOpen={isOpen} />
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
              <DisclosureSummary className={styles.summary}>
                {delivery.title}, delivered <AbsoluteDate date={delivery.deliveredAt} />
              </DisclosureSummary>
              <DeliveryView delivery={delivery} memberId={memberId} />
            </details>
          ))}
        </section>
      ) : null}
      {/* Alone, the brief needs none. */}
      {history.length > 1 ? (
        <section className={styles.section} aria-labelledby="history-title">
          <h2 id="history-title" className={styles.heading}>
            History
          </h2>
          <div className={styles.panel}>
            <OrderHistoryList entries={history} />
          </div>
        </section>
      ) : null}
      <OrderBrief order={order} />
    </>
  );
}
