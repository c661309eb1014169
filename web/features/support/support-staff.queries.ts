import { listCannedAnswers } from '#contract/canned-answers.ts';
import type { TicketTopic } from '#contract/support.ts';
import { getAnyTicket, listAllTickets, type STAFF_TICKET_STATES } from '#contract/support-staff.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery, keyOf, listInput, pagedQuery } from '#web/api/query.ts';

interface TicketFilters {
  state?: (typeof STAFF_TICKET_STATES)[number];
  topic?: TicketTopic;
}

/** What staff do is seen at once: nothing of the list is kept from one visit to the next. */
export const allTicketsQuery = (filters: TicketFilters) =>
  pagedQuery(
    keyOf(listAllTickets, listInput<typeof listAllTickets>(filters)),
    (cursor, context) => call(listAllTickets, { query: { ...filters, cursor } }, context),
    () => 0,
  );

export const anyTicketQuery = (ticketId: string) => endpointQuery(getAnyTicket, { ticketId });

export const cannedAnswersQuery = () => endpointQuery(listCannedAnswers, {});
