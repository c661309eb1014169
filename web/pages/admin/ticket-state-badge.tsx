import type { TicketState } from '#contract/support.ts';
import { STATE_NAMES } from '#web/features/support/ticket-states.ts';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';

export const TICKET_STATE_NAMES: Readonly<Record<TicketState, string>> = { ...STATE_NAMES, open: 'Open' };

/** The state in a word. Citron where it waits for staff. */
export function TicketStateBadge({ state }: { state: TicketState }) {
  return <StateBadge tone={state === 'open' ? 'mark' : undefined}>{TICKET_STATE_NAMES[state]}</StateBadge>;
}
