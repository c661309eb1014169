import Check from 'lucide-react/icons/check';
import type { OrderState } from '#contract/orders.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './order-state.module.css';
import { STATE_NAMES } from './order-words.ts';

/** The state in a word. Citron where something is here for the buyer. */
export function OrderStateBadge({ state }: { state: OrderState }) {
  const isHere = state === 'delivered';
  return (
    <span className={classNames(styles.badge, isHere && styles.here)}>
      {isHere || state === 'accepted' ? <Check size={14} strokeWidth={2.25} aria-hidden /> : null}
      {STATE_NAMES[state]}
    </span>
  );
}
