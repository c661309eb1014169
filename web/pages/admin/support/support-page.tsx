import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { TICKET_TOPIC_KEYS, TICKET_TOPICS } from '#contract/support.ts';
import type { STAFF_TICKET_STATES, TicketRow } from '#contract/support-staff.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { type Filter, FilterForm } from '#web/features/admin/filter-form.tsx';
import { FilterLinks } from '#web/features/admin/filter-links.tsx';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { LoadMoreRows } from '#web/features/admin/table/load-more-rows.tsx';
import { allTicketsQuery } from '#web/features/support/support-staff.queries.ts';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import styles from '../staff-page.module.css';
import { StaffPage } from '../staff-page.tsx';
import { StaffTabs } from '../staff-tabs.tsx';
import { utcMinute } from '../utc-minute.ts';
import { CannedAnswersView } from './canned-answers-view.tsx';
import { ticketFilters } from './load-support.ts';

const route = getRouteApi('/admin/support/');

const FILTERS: readonly Filter[] = [
  { name: 'topic', label: 'Topic', options: TICKET_TOPIC_KEYS, names: TICKET_TOPICS },
];

type State = (typeof STAFF_TICKET_STATES)[number];

const STATES: Readonly<Record<State, { name: string; lead: string; empty: string }>> = {
  open: {
    name: 'Open',
    lead: 'Priority first, then the longest waiting.',
    empty: 'No open tickets.',
  },
  answered: {
    name: 'Answered',
    lead: 'Answered, and open again as soon as whoever asked writes. The newest first.',
    empty: 'No answered tickets.',
  },
  closed: { name: 'Closed', lead: 'Done, the newest first.', empty: 'No closed tickets.' },
};

const OPTIONS = (['open', 'answered', 'closed'] as const).map((value) => ({
  value,
  name: STATES[value].name,
}));

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
  {
    name: 'Priority',
    isShort: true,
    value: ({ isPriority }) => (isPriority ? 'priority' : ''),
    cell: ({ isPriority }) => (isPriority ? <StateBadge tone="danger">Priority</StateBadge> : null),
  },
  { name: 'From', value: ({ name, isVisitor }) => (isVisitor ? `${name}, visitor` : name) },
  {
    name: 'Asked (UTC)',
    isShort: true,
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => utcMinute(createdAt),
  },
  {
    name: 'Last change (UTC)',
    isShort: true,
    value: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => utcMinute(updatedAt),
  },
  { name: 'ID', value: ({ id }) => id, isOnlyInCsv: true },
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

function TicketsView() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { state, topic } = ticketFilters(search);
  const list = useSuspenseInfiniteQuery(allTicketsQuery(ticketFilters(search)));
  const { lead, empty } = STATES[state];
  return (
    <>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.filters}>
        <FilterLinks
          label="Which tickets"
          to="/admin/support"
          name="state"
          current={state}
          options={OPTIONS}
          search={topic ? { topic } : {}}
        />
        <FilterForm
          filters={FILTERS}
          values={{ topic }}
          onApply={(values) => void navigate({ to: '/admin/support', search: { ...values, state } })}
        />
      </div>
      <DataTable
        key={state}
        label="Tickets"
        columns={COLUMNS}
        rows={list.data.pages.flatMap((page) => page.tickets)}
        rowKey={({ id }) => id}
        summary={countWithNoun(list.data.pages[0]?.total ?? 0, 'ticket')}
        empty={topic ? `${empty.replace(/\.$/, '')} about this topic.` : empty}
        isMarked={({ isPriority }) => isPriority && state === 'open'}
      />
      <LoadMoreRows list={list} />
    </>
  );
}
