import Check from 'lucide-react/icons/check';
import type { Order } from '#contract/orders.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { orderSteps } from './order-messages.ts';
import styles from './order-steps.module.css';

const STATUS_SUFFIXES = { done: ', done', current: '', next: ', still to come' };

/** How far an order has come. */
export function OrderSteps({ order }: { order: Order }) {
  const steps = orderSteps(order);
  if (steps.length === 0) return null;
  return (
    <ol className={styles.steps} aria-label="Progress of the order">
      {steps.map(({ name, status }) => (
        <li
          key={name}
          className={classNames(styles.step, styles[status])}
          {...(status === 'current' ? { 'aria-current': 'step' as const } : {})}
        >
          <span className={styles.dot} aria-hidden="true">
            {status === 'done' ? <Check size={12} strokeWidth={2.75} /> : null}
          </span>
          <span>
            {name}
            <span className="visually-hidden">{STATUS_SUFFIXES[status]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
