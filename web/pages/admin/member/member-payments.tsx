import { useQuery } from '@tanstack/react-query';
import type { MemberPayment } from '#contract/admin-members.ts';
import { memberPaymentsQuery } from '#web/features/admin/admin.queries.ts';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { BILL_STATES, billPurpose } from '#web/features/billing/bill-states.ts';
import { billingFailure } from '#web/features/billing/billing-failure.ts';
import { formatAmount } from '#web/features/billing/billing-messages.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { Button } from '#web/ui/forms/button.tsx';

/** What a member paid, read from the provider after the page: it stands, whether the provider answers or not. */
export function MemberPayments({ memberId }: { memberId: string }) {
  const { data, error, isFetching, refetch } = useQuery(memberPaymentsQuery(memberId));
  const failure = error && billingFailure(error, 'The payments couldn’t be loaded.');
  if (failure) {
    return (
      <>
        <div role="alert">
          <Callout>{failure}</Callout>
        </div>
        <div>
          <Button
            variant="line"
            size="small"
            isPending={isFetching}
            pendingText="Loading..."
            onClick={() => void refetch()}
          >
            Try again
          </Button>
        </div>
      </>
    );
  }
  if (!data) {
    return (
      <div aria-busy="true">
        <Skeleton />
      </div>
    );
  }
  if (data.payments.length === 0) return <p>No payments yet.</p>;
  return (
    <DataTable
      label="Payments"
      columns={COLUMNS}
      rows={data.payments}
      rowKey={({ id }) => id}
      isMarked={({ status }) => UNPAID.has(status)}
      empty={null}
    />
  );
}

const UNPAID: ReadonlySet<string> = new Set(['open', 'uncollectible']);

const COLUMNS: readonly Column<MemberPayment>[] = [
  { name: 'For', value: billPurpose },
  {
    name: 'Amount',
    value: ({ amountCents, currency }) => formatAmount(amountCents, currency),
    isNumber: true,
  },
  {
    name: 'State',
    isShort: true,
    value: ({ status }) => BILL_STATES[status] ?? status,
    cell: ({ status }) => (
      <StateBadge tone={UNPAID.has(status) ? 'danger' : undefined}>
        {BILL_STATES[status] ?? status}
      </StateBadge>
    ),
  },
  { name: 'Date', value: ({ date }) => date.slice(0, 10), isShort: true },
];
