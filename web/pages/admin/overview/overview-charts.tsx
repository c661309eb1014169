import type { Overview } from '#contract/admin-overview.ts';
import { formatPrice } from '#contract/plans.ts';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { DisclosureSummary } from '#web/ui/text/disclosure-summary.tsx';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import { LineChart } from './line-chart.tsx';
import styles from './overview-page.module.css';

type Day = Overview['days'][number];
type Count = Exclude<keyof Day, 'day'>;

interface Series {
  name: string;
  key: Count;
  /** A state at the end of the day, which is not summed. */
  isState?: true;
  format?: (value: number) => string;
}

const SERIES: readonly Series[] = [
  { name: 'Visitors, estimated', key: 'visitors' },
  { name: 'New members', key: 'newMembers' },
  { name: 'Active members', key: 'activeMembers', isState: true },
  { name: 'Copies', key: 'copies' },
  { name: 'Favorites', key: 'favorites' },
  { name: 'Comments', key: 'comments' },
  { name: 'Searches', key: 'searches' },
  { name: 'Searches without a result', key: 'emptySearches' },
  { name: 'Paying members', key: 'paying', isState: true },
  { name: 'Monthly revenue', key: 'monthlyRevenueCents', isState: true, format: formatPrice },
  { name: 'Plans ended', key: 'plansEnded' },
];

/** @param days the newest first */
export function OverviewCharts({ days }: { days: readonly Day[] }) {
  const inOrder = days.toReversed();
  return (
    <>
      <div className={styles.plots}>
        {SERIES.map(({ name, key, isState, format = wholeNumber }) => {
          const values = inOrder.map((row) => ({ day: row.day, value: row[key] }));
          const last = values.at(-1)?.value ?? 0;
          const sum = values.reduce((total, { value }) => total + (value ?? 0), 0);
          return (
            <LineChart
              key={key}
              title={name}
              total={isState ? `${format(last)} today` : format(sum)}
              days={values}
              format={format}
            />
          );
        })}
      </div>
      <details>
        <DisclosureSummary className={styles.summary}>Every day as a table</DisclosureSummary>
        <DataTable
          label="Day by day"
          columns={COLUMNS}
          rows={days}
          rowKey={({ day }) => day}
          summary={`${days.length} days`}
          isGrid
          empty={null}
        />
      </details>
    </>
  );
}

const COLUMNS: readonly Column<Day>[] = [
  { name: 'Day (UTC)', value: ({ day }) => day },
  ...SERIES.map(({ name, key, format }) => ({
    name,
    value: (row: Day) => {
      const value = row[key];
      if (value === null) return '';
      return format ? format(value) : value;
    },
    isNumber: true,
  })),
];
