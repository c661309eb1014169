import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { classNames } from '#web/ui/class-names.ts';
import { statusName } from './billing-words.ts';
import styles from './status-badge.module.css';

const ICON = { size: 14, strokeWidth: 2.25, 'aria-hidden': true } as const;

/** The subscription's state in a word. */
export function StatusBadge({ status }: { status: string }) {
  const isActive = status === 'active';
  const isOverdue = status === 'past_due' || status === 'unpaid';
  return (
    <span className={classNames(styles.badge, isActive && styles.active, isOverdue && styles.overdue)}>
      {isActive ? <Check {...ICON} /> : null}
      {isOverdue ? <TriangleAlert {...ICON} /> : null}
      <span className="visually-hidden">Status: </span>
      {statusName(status)}
    </span>
  );
}
