import Check from 'lucide-react/icons/check';
import type { OrderState } from '#contract/orders.ts';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { STATE_NAMES } from './order-messages.ts';

/** The state in a word. Citron where something is here for the buyer. */
export function OrderStateBadge({ state }: { state: OrderState }) {
  const isHere = state === 'delivered';
  return (
    <StateBadge tone={isHere ? 'mark' : undefined}>
      {isHere || state === 'accepted' ? <Check size={14} strokeWidth={2.25} aria-hidden /> : null}
      {STATE_NAMES[state]}
    </StateBadge>
  );
}
