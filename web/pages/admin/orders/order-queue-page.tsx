import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ORDER_QUEUES, OrderQueueRow } from '#contract/admin-orders.ts';
import { orderQueueQuery } from '#web/features/admin/admin.queries.ts';
import { FilterLinks } from '#web/features/admin/filter-links.tsx';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { LoadMoreRows } from '#web/features/admin/table/load-more-rows.tsx';
import { formatAmount } from '#web/features/billing/billing-messages.ts';
import { STATE_NAMES } from '#web/features/orders/order-messages.ts';
import { OrderStateBadge } from '#web/features/orders/order-state-badge.tsx';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { StaffPage } from '../staff-page.tsx';
import { DueDay, isLate } from './due-day.tsx';
import { orderFilters } from './load-orders.ts';

const route = getRouteApi('/admin/orders/');

type Queue = (typeof ORDER_QUEUES)[number];

/** What a queue holds, and what it says when it holds nothing. */
const QUEUES: Readonly<Record<Queue, { name: string; lead: string; empty: string }>> = {
  waiting: {
    name: 'Waiting',
    lead: 'Paid and not delivered, the longest waiting first. A red edge means late.',
    empty: 'No order waits: everything that was paid for is delivered.',
  },
  delivered: {
    name: 'Delivered',
    lead: 'Delivered and not accepted yet, the newest first.',
    empty: 'No delivery waits for its buyer.',
  },
  accepted: { name: 'Accepted', lead: 'Complete, the newest first.', empty: 'No order is complete yet.' },
  refunded: { name: 'Refunded', lead: 'Paid back, the newest first.', empty: 'No order was refunded.' },
  dropped: {
    name: 'Buyer left',
    lead: 'Paid and not delivered when the buyer deleted the account: to refund, or to leave.',
    empty: 'No buyer left before the delivery.',
  },
  all: { name: 'All', lead: 'All that were ever paid for, the newest first.', empty: 'No orders yet.' },
};

const OPTIONS = (['waiting', 'delivered', 'accepted', 'refunded', 'dropped', 'all'] as const).map(
  (value) => ({ value, name: QUEUES[value].name }),
);

/** It went with its buyer’s account. */
const NO_BRIEF = 'Order of a deleted member';

/** What happened last, by what its state is about. */
function lastEvent({
  state,
  waitsSince,
  deliveredAt,
  refundedAt,
  paidAt,
}: OrderQueueRow): [what: string, at: string] {
  if (deliveredAt !== null && (state === 'delivered' || state === 'accepted'))
    return ['Delivered', deliveredAt];
  if (state === 'refunded')
    return refundedAt === null ? ['Paid', paidAt ?? waitsSince] : ['Refunded', refundedAt];
  return [waitsSince === paidAt ? 'Paid' : 'Changes asked', waitsSince];
}

const COLUMNS: readonly Column<OrderQueueRow>[] = [
  {
    name: 'Goal',
    value: ({ goal }) => goal || NO_BRIEF,
    cell: ({ id, goal }) => (
      <Link to="/admin/orders/$orderId" params={{ orderId: id }}>
        {goal || NO_BRIEF}
      </Link>
    ),
  },
  {
    name: 'State',
    isShort: true,
    value: ({ state, isDisputed }) => `${STATE_NAMES[state]}${isDisputed ? ', disputed' : ''}`,
    cell: ({ state, isDisputed }) =>
      isDisputed ? <StateBadge tone="danger">Disputed</StateBadge> : <OrderStateBadge state={state} />,
  },
  {
    name: 'Due',
    isShort: true,
    value: ({ dueOn }) => dueOn ?? '',
    cell: ({ dueOn }) => (dueOn === null ? null : <DueDay day={dueOn} />),
  },
  {
    name: 'Last change',
    isShort: true,
    value: (row) => lastEvent(row).join(': '),
    cell: (row) => {
      const [what, at] = lastEvent(row);
      return (
        <>
          {what}: <time dateTime={at}>{at.slice(0, 10)}</time>
        </>
      );
    },
  },
  {
    name: 'Buyer',
    value: ({ buyer }) => buyer?.email ?? 'a deleted member',
    cell: ({ buyer }) =>
      buyer === null ? (
        'a deleted member'
      ) : (
        <Link to="/admin/members/$memberId" params={{ memberId: buyer.id }}>
          {buyer.email}
        </Link>
      ),
  },
  {
    name: 'Amount',
    value: ({ amountCents, currency }) => formatAmount(amountCents, currency),
    isNumber: true,
  },
  { name: 'Deliveries', value: ({ deliveries }) => deliveries || '', isNumber: true },
  { name: 'ID', value: ({ id }) => id, isOnlyInCsv: true },
];

/** Custom prompts that were paid for. */
export function OrderQueuePage() {
  const filters = orderFilters(route.useSearch());
  const { now } = useClock();
  const list = useSuspenseInfiniteQuery(orderQueueQuery(filters));
  const { lead, empty } = QUEUES[filters.queue];
  return (
    <StaffPage title="Orders" lead={lead}>
      <FilterLinks
        label="Which orders"
        to="/admin/orders"
        name="queue"
        current={filters.queue}
        options={OPTIONS}
      />
      <DataTable
        key={filters.queue}
        label="Orders"
        columns={COLUMNS}
        rows={list.data.pages.flatMap((page) => page.orders)}
        rowKey={({ id }) => id}
        summary={countWithNoun(list.data.pages[0]?.total ?? 0, 'order')}
        isMarked={({ dueOn }) => isLate(dueOn, now)}
        empty={empty}
      />
      <LoadMoreRows list={list} />
    </StaffPage>
  );
}
