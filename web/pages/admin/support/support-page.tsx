import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { TICKET_TOPIC_KEYS, TICKET_TOPICS } from '#contract/support.ts';
import { STAFF_TICKET_STATES, type TicketRow } from '#contract/support-staff.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { type Filter, FilterForm } from '#web/features/admin/filter-form.tsx';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { allTicketsQuery } from '#web/features/support/support-staff.queries.ts';
import { StaffPage } from '../staff-page.tsx';
import { StaffTabs } from '../staff-tabs.tsx';
import { CannedAnswersView } from './canned-answers-view.tsx';
import { ticketFilters } from './load-support.ts';

const route = getRouteApi('/admin/support/');

const FILTERS: readonly Filter[] = [
  { name: 'state', label: 'State', options: STAFF_TICKET_STATES, initial: 'open' },
  { name: 'topic', label: 'Topic', options: TICKET_TOPIC_KEYS },
];

const minutes = (at: string) => at.slice(0, 16).replace('T', ' ');

const MESSAGE_CHARACTERS = 90;

/** Two lines of a table. */
function beginning(text: string): string {
  // Whole characters: half of one is no letter.
  const characters = [...text];
  return characters.length > MESSAGE_CHARACTERS
    ? `${characters.slice(0, MESSAGE_CHARACTERS).join('')}…`
    : text;
}

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
  { name: 'Message', value: ({ excerpt }) => beginning(excerpt) },
  { name: 'Priority', value: ({ isPriority }) => (isPriority ? 'Priority' : '') },
  { name: 'From', value: ({ isVisitor }) => (isVisitor ? 'Visitor' : 'Member') },
  { name: 'State', value: ({ state }) => state, isShort: true },
  { name: 'Asked (UTC)', value: ({ createdAt }) => minutes(createdAt), isShort: true },
  { name: 'Last message (UTC)', value: ({ updatedAt }) => minutes(updatedAt), isShort: true },
];

/** Tickets, and what answers to them can begin with. */
export function SupportPage() {
  const { view } = route.useSearch();
  const isAdmin = useUser()?.role === 'admin';
  return (
    <StaffPage title="Support">
      <StaffTabs
        to="/admin/support"
        current={view}
        views={[
          [undefined, 'Tickets'],
          ['answers', 'Canned answers'],
        ]}
      />
      {view === 'answers' ? <CannedAnswersView isAdmin={isAdmin} /> : <TicketsView />}
    </StaffPage>
  );
}

/** What waits for an answer: priority first, then the longest waiting. */
function TicketsView() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { data: tickets } = useSuspenseQuery(allTicketsQuery(ticketFilters(search)));
  return (
    <>
      <p>Open tickets by default: priority first, then the longest waiting.</p>
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
        empty="No tickets match these filters."
        isMarked={({ isPriority, state }) => isPriority && state === 'open'}
      />
    </>
  );
}
