import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ORDER_QUEUES, type OrderQueueRow } from '#contract/admin-orders.ts';
import { orderQueueQuery } from '#web/features/admin/admin.queries.ts';
import { type Filter, FilterForm } from '#web/features/admin/filter-form.tsx';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { formatAmount } from '#web/features/billing/billing-messages.ts';
import { STATE_NAMES } from '#web/features/orders/order-messages.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { RelativeDate } from '#web/ui/text/relative-date.tsx';
import { StaffPage } from '../staff-page.tsx';
import { orderFilters } from './load-orders.ts';

const route = getRouteApi('/admin/orders/');

const FILTERS: readonly Filter[] = [
  { name: 'queue', label: 'Which', options: ORDER_QUEUES, initial: 'waiting' },
];

/** Promised are five business days. */
const LATE_MILLISECONDS = 5 * 24 * 60 * 60 * 1000;

/** It went with its buyer’s account. */
const NO_BRIEF = 'Order of a deleted member';

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
    value: ({ state, isDisputed }) => `${STATE_NAMES[state]}${isDisputed ? ', disputed' : ''}`,
  },
  {
    name: 'Waiting since',
    value: ({ waitsSince }) => waitsSince,
    cell: ({ waitsSince }) => <RelativeDate date={waitsSince} />,
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
  { name: 'Delivered', value: ({ deliveries }) => deliveries, isNumber: true },
  { name: 'Changes requested', value: ({ revisions }) => revisions, isNumber: true },
];

/** Custom prompts that were paid for, the longest waiting first. */
export function OrderQueuePage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { now } = useClock();
  const filters = orderFilters(search);
  const { data } = useSuspenseQuery(orderQueueQuery(filters));
  const isWaiting = (filters.queue ?? 'waiting') === 'waiting';
  return (
    <StaffPage title="Orders" lead="Custom prompts, longest waiting first. A red edge means late.">
      <FilterForm
        filters={FILTERS}
        values={filters}
        onApply={(values) => void navigate({ to: '/admin/orders', search: values })}
      />
      <DataTable
        label="Orders"
        columns={COLUMNS}
        rows={data.orders}
        rowKey={({ id }) => id}
        isMarked={({ waitsSince }) => isWaiting && now - Date.parse(waitsSince) > LATE_MILLISECONDS}
        empty="No orders are waiting."
      />
    </StaffPage>
  );
}
