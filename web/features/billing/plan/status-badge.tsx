import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { statusName } from '../billing-messages.ts';

const ICON = { size: 14, strokeWidth: 2.25, 'aria-hidden': true } as const;

interface StatusBadgeProps {
  status: string;
  isEnding?: boolean;
  /** The plan it is the state of, where another stands beside it: "Pro". */
  of?: string | undefined;
}

/** The subscription's state in a word, without emphasis once it is ending. */
export function StatusBadge({ status, isEnding = false, of }: StatusBadgeProps) {
  const isActive = status === 'active' && !isEnding;
  const isOverdue = status === 'past_due' || status === 'unpaid';
  return (
    <StateBadge tone={isActive ? 'mark' : isOverdue ? 'danger' : undefined}>
      {isActive ? <Check {...ICON} /> : null}
      {isOverdue ? <TriangleAlert {...ICON} /> : null}
      <span className="visually-hidden">Status: </span>
      {of === undefined ? '' : `${of}: `}
      {status === 'active' && isEnding ? 'Ending' : statusName(status)}
    </StateBadge>
  );
}
