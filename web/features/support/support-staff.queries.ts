import { listCannedAnswers } from '#contract/canned-answers.ts';
import type { TicketTopic } from '#contract/support.ts';
import { getAnyTicket, listAllTickets, type STAFF_TICKET_STATES } from '#contract/support-staff.ts';
import { endpointQuery } from '#web/api/query.ts';

interface TicketFilters {
  state?: (typeof STAFF_TICKET_STATES)[number];
  topic?: TicketTopic;
}

export const allTicketsQuery = (filters: TicketFilters) => endpointQuery(listAllTickets, { query: filters });

export const anyTicketQuery = (ticketId: string) => endpointQuery(getAnyTicket, { ticketId });

export const cannedAnswersQuery = () => endpointQuery(listCannedAnswers, {});
