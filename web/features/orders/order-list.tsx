import { Link } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import type { Order } from '#contract/orders.ts';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import styles from './order-list.module.css';
import { OrderStateBadge } from './order-state-badge.tsx';

/** My orders, newest first, each with its state in a word. */
export function OrderList({ orders }: { orders: readonly Order[] }) {
  return (
    <ul className={styles.list}>
      {orders.map((order) => (
        <li key={order.id} className={styles.row}>
          <div className={styles.text}>
            <h2 className={styles.title}>
              <Link to="/orders" search={{ order: order.id }} className={styles.link} dir="auto">
                {order.brief.goal}
              </Link>
            </h2>
            <p className={styles.facts}>
              {order.paidAt ? 'Ordered' : 'Brief sent'} <AbsoluteDate date={order.createdAt} />
              {order.prompt ? <> from “{order.prompt.title}”</> : null}
            </p>
          </div>
          <OrderStateBadge state={order.state} />
          <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
        </li>
      ))}
    </ul>
  );
}
