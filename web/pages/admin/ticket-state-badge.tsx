import type { TicketState } from '#contract/support.ts';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';

export const TICKET_STATE_NAMES: Readonly<Record<TicketState, string>> = {
  unconfirmed: 'Not confirmed',
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
};

/** The state in a word. Citron where it waits for staff. */
export function TicketStateBadge({ state }: { state: TicketState }) {
  return <StateBadge tone={state === 'open' ? 'mark' : undefined}>{TICKET_STATE_NAMES[state]}</StateBadge>;
}
