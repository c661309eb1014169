import type { Overview } from '#contract/admin-overview.ts';
import { formatPrice } from '#contract/plans.ts';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { Plot } from './line-chart.tsx';
import styles from './overview-page.module.css';

type Day = Overview['days'][number];
type Count = Exclude<keyof Day, 'day'>;

interface Series {
  name: string;
  of: Count;
  /** What is as it is, and is not added up. */
  isState?: true;
  format?: (value: number) => string;
}

const SERIES: readonly Series[] = [
  { name: 'Visitors', of: 'visitors' },
  { name: 'New members', of: 'newMembers' },
  { name: 'Active members', of: 'activeMembers', isState: true },
  { name: 'Copies', of: 'copies' },
  { name: 'Favorites', of: 'favorites' },
  { name: 'Comments', of: 'comments' },
  { name: 'Searches', of: 'searches' },
  { name: 'Searches without a result', of: 'emptySearches' },
  { name: 'Paying members', of: 'paying', isState: true },
  { name: 'Monthly revenue', of: 'monthlyRevenueCents', isState: true, format: formatPrice },
  { name: 'Plans ended', of: 'plansEnded' },
];

/** @param days the newest first */
export function Plots({ days }: { days: readonly Day[] }) {
  const inOrder = days.toReversed();
  return (
    <>
      <div className={styles.plots}>
        {SERIES.map(({ name, of, isState, format = String }) => {
          const values = inOrder.map((row) => ({ day: row.day, value: row[of] }));
          const last = values.at(-1)?.value ?? 0;
          const sum = values.reduce((total, { value }) => total + (value ?? 0), 0);
          return (
            <Plot
              key={of}
              title={name}
              figure={isState ? `${format(last)} today` : format(sum)}
              days={values}
              format={format}
            />
          );
        })}
      </div>
      <details>
        <summary className={styles.summary}>Every day as a table</summary>
        <DataTable label="Day by day" columns={COLUMNS} rows={days} rowKey={({ day }) => day} empty="None." />
      </details>
    </>
  );
}

const COLUMNS: readonly Column<Day>[] = [
  { name: 'Day (UTC)', value: ({ day }) => day },
  ...SERIES.map(({ name, of, format }) => ({
    name,
    value: (row: Day) => {
      const value = row[of];
      if (value === null) return '';
      return format ? format(value) : value;
    },
    isNumber: true,
  })),
];
