import { getTicket, listOrderMessages, listTickets } from '#contract/support.ts';
import { endpointQuery } from '#web/api/query.ts';

export const ticketsQuery = () => endpointQuery(listTickets, {});

export const orderMessagesQuery = (id: string) => endpointQuery(listOrderMessages, { id });

/** @param key of the link in the mail, for visitors */
export const ticketQuery = (ticketId: string, key?: string) =>
  endpointQuery(getTicket, { ticketId, query: key === undefined ? {} : { key } });
