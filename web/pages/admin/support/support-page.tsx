import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { TICKET_TOPIC_KEYS, TICKET_TOPICS } from '#contract/support.ts';
import { STAFF_TICKET_STATES, type TicketRow } from '#contract/support-staff.ts';
import { type Filter, FilterForm } from '#web/features/admin/filter-form.tsx';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { allTicketsQuery } from '#web/features/support/support-staff.queries.ts';
import { StaffPage } from '../staff-page.tsx';
import { ticketFilters } from './support-loader.ts';

const route = getRouteApi('/admin/support/');

const FILTERS: readonly Filter[] = [
  { name: 'state', label: 'State', options: STAFF_TICKET_STATES },
  { name: 'topic', label: 'Topic', options: TICKET_TOPIC_KEYS },
];

const minutes = (at: string) => at.slice(0, 16).replace('T', ' ');

const COLUMNS: readonly Column<TicketRow>[] = [
  {
    name: 'Topic',
    value: ({ topic }) => TICKET_TOPICS[topic],
    cell: ({ id, topic }) => (
      <Link to="/admin/support/$id" params={{ id }}>
        {TICKET_TOPICS[topic]}
      </Link>
    ),
  },
  { name: 'Priority', value: ({ isPriority }) => (isPriority ? 'Priority' : '') },
  { name: 'From', value: ({ isVisitor }) => (isVisitor ? 'Visitor' : 'Member') },
  { name: 'State', value: ({ state }) => state },
  { name: 'Asked (UTC)', value: ({ createdAt }) => minutes(createdAt) },
  { name: 'Last message (UTC)', value: ({ updatedAt }) => minutes(updatedAt) },
];

/** What waits for an answer: priority first, then the longest waiting. */
export function SupportPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { data: tickets } = useSuspenseQuery(allTicketsQuery(ticketFilters(search)));
  return (
    <StaffPage title="Support" lead="Open tickets by default: priority first, then the longest waiting.">
      <FilterForm
        filters={FILTERS}
        values={search}
        onApply={(values) => void navigate({ to: '/admin/support', search: values })}
      />
      <DataTable
        label="Tickets"
        columns={COLUMNS}
        rows={tickets}
        rowKey={({ id }) => id}
        empty="No ticket fits these filters."
        isMarked={({ isPriority, state }) => isPriority && state === 'open'}
      />
    </StaffPage>
  );
}
