import type { Overview } from '#contract/admin-overview.ts';
import { formatPrice } from '#contract/plans.ts';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { DisclosureSummary } from '#web/ui/text/disclosure-summary.tsx';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import { type ChartDay, LineChart } from './line-chart.tsx';
import styles from './overview-page.module.css';

type Day = Overview['days'][number];
type Count = Exclude<keyof Day, 'day'>;

interface Series {
  name: string;
  key: Count;
  /** A state at the end of the day, which is not summed. */
  isState?: true;
  format?: (value: number) => string;
  /** A figure above says it, with its share. */
  isOnlyInTable?: true;
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
  { name: 'Plans ended', key: 'plansEnded', isOnlyInTable: true },
];

interface OverviewChartsProps {
  /** The newest first. */
  days: readonly Day[];
  /** New members, in percent of the visitors. */
  memberShare: number | null;
}

export function OverviewCharts({ days, memberShare }: OverviewChartsProps) {
  const inOrder = days.toReversed();
  const series = SERIES.filter(({ isOnlyInTable }) => !isOnlyInTable).map((one) => ({
    ...one,
    values: inOrder.map((row) => ({ day: row.day, value: row[one.key] })),
  }));
  const drawn = series.filter(({ values }) => isWorthDrawing(values));
  const others = series.filter((one) => !drawn.includes(one));
  const begun = others.filter(({ values }) => values.some(({ value }) => value));
  const empty = others.filter((one) => !begun.includes(one));
  return (
    <>
      <div className={styles.plots}>
        {drawn.map(({ name, key, values, isState, format = wholeNumber }) => {
          const last = values.at(-1)?.value ?? 0;
          const sum = values.reduce((total, { value }) => total + (value ?? 0), 0);
          return (
            <LineChart
              key={key}
              title={key === 'newMembers' && memberShare ? `${name}, ${memberShare}% of visitors` : name}
              total={isState ? `${format(last)} today` : format(sum)}
              days={values}
              format={format}
            />
          );
        })}
      </div>
      {begun.length > 0 ? <p className={styles.none}>Charts for {namesOf(begun)} start tomorrow.</p> : null}
      {empty.length > 0 ? <p className={styles.none}>Nothing in these days: {namesOf(empty)}</p> : null}
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

const namesOf = (series: readonly Pick<Series, 'name'>[]) => series.map(({ name }) => name).join(' · ');

/** A line needs two days, and a day with something. */
const isWorthDrawing = (values: readonly ChartDay[]) =>
  values.filter(({ value }) => value !== null).length > 1 && values.some(({ value }) => value);

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
