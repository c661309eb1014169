import { TICKET_TOPIC_KEYS } from '#contract/support.ts';
import { STAFF_TICKET_STATES } from '#contract/support-staff.ts';
import {
  allTicketsQuery,
  anyTicketQuery,
  cannedAnswersQuery,
} from '#web/features/support/support-staff.queries.ts';
import { STALE_MILLISECONDS } from '../../lists/stale-time.ts';
import { loadStaffData, optionalParam, type StaffLoader } from '../staff-loader.ts';

/** Of an address, what the list can be filtered by. */
export function ticketFilters({ state, topic }: Record<string, string>) {
  return {
    state: 'open' as const,
    ...optionalParam('state', state, STAFF_TICKET_STATES),
    ...optionalParam('topic', topic, TICKET_TOPIC_KEYS),
  };
}

export const loadTickets: StaffLoader = ({ context: { queryClient }, deps }) =>
  loadStaffData(
    deps['view'] === 'answers'
      ? queryClient.fetchQuery({ ...cannedAnswersQuery(), staleTime: STALE_MILLISECONDS })
      : queryClient.fetchInfiniteQuery(allTicketsQuery(ticketFilters(deps))),
  );

export const loadTicket: StaffLoader = ({ context: { queryClient }, params }) =>
  loadStaffData(
    queryClient.fetchQuery({ ...anyTicketQuery(params['id'] ?? ''), staleTime: STALE_MILLISECONDS }),
    queryClient.fetchQuery({ ...cannedAnswersQuery(), staleTime: STALE_MILLISECONDS }),
  );
