import type { TicketState } from '#contract/support.ts';

/** As whoever asked reads it. */
export const STATE_NAMES: Record<TicketState, string> = {
  unconfirmed: 'Not confirmed',
  open: 'Waiting for us',
  answered: 'Answered',
  closed: 'Closed',
};
