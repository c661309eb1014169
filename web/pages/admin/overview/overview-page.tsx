import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { OVERVIEW_DAYS, type Overview } from '#contract/admin-overview.ts';
import { formatPrice } from '#contract/plans.ts';
import { overviewQuery } from '#web/features/admin/admin.queries.ts';
import { type Filter, FilterForm } from '#web/features/admin/filter-form.tsx';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Section } from '../facts.tsx';
import { StaffPage } from '../staff-page.tsx';
import { overviewFilters } from './overview-loader.ts';
import styles from './overview-page.module.css';

const route = getRouteApi('/admin/');

const FILTERS: readonly Filter[] = [{ name: 'days', label: 'Days', options: OVERVIEW_DAYS }];

/** How the library does, and what needs somebody. */
export function OverviewPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const filters = overviewFilters(search);
  const { data } = useSuspenseQuery(overviewQuery(filters));
  const { warnings, days, requests, reviewsDue, fallingRatings } = data;
  return (
    <StaffPage title="Overview" lead={`As of ${data.asOf.slice(0, 16).replace('T', ' ')} UTC.`}>
      {warnings.map(({ source, text }) => (
        <Notice key={`${source} ${text}`} variant="danger">
          <strong>{source}</strong>: {text}
        </Notice>
      ))}
      <Totals totals={data.totals} />
      <Section title="Day by day">
        <FilterForm
          filters={FILTERS}
          values={{ days: filters.days ?? '30' }}
          onApply={(values) => void navigate({ to: '/admin', search: values })}
        />
        <DataTable label="Day by day" columns={DAYS} rows={days} rowKey={({ day }) => day} empty="None." />
      </Section>
      <Section title="Asked for by searchers">
        <DataTable
          label="Asked for by searchers"
          columns={REQUESTS}
          rows={requests}
          rowKey={({ text }) => text}
          empty="Nobody asked for a prompt yet."
        />
      </Section>
      <Section title="More votes down than up">
        <DataTable
          label="More votes down than up"
          columns={PROMPTS}
          rows={fallingRatings}
          rowKey={({ id }) => id}
          empty="No prompt is falling."
        />
      </Section>
      <Section title="Reviews due within 30 days">
        <DataTable
          label="Reviews due"
          columns={PROMPTS}
          rows={reviewsDue}
          rowKey={({ id }) => id}
          empty="No review is due."
        />
      </Section>
    </StaffPage>
  );
}

function Totals({ totals }: { totals: Overview['totals'] }) {
  const figures: readonly (readonly [string, string | number])[] = [
    ['Members', totals.members],
    ['Active today', totals.activeToday],
    ['Active in 7 days', totals.active7],
    ['Active in 30 days', totals.active30],
    ['Paying', `${totals.paying} (${totals.payingShare} %)`],
    ['On trial', totals.onTrial],
    ['Monthly revenue', formatPrice(totals.monthlyRevenueCents)],
    ['Ending plans', totals.ending],
    ['Failed payments', totals.failedPayments],
    ['Open reports', totals.openReports],
    ['Waiting orders', totals.waitingOrders],
  ];
  return (
    <dl className={styles.totals}>
      {figures.map(([name, value]) => (
        <div key={name} className={styles.total}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const DAYS: readonly Column<Overview['days'][number]>[] = [
  { name: 'Day (UTC)', value: ({ day }) => day },
  { name: 'New members', value: ({ newMembers }) => newMembers, isNumber: true },
  { name: 'Active members', value: ({ activeMembers }) => activeMembers, isNumber: true },
  { name: 'Copies', value: ({ copies }) => copies, isNumber: true },
  { name: 'Favorites', value: ({ favorites }) => favorites, isNumber: true },
  { name: 'Comments', value: ({ comments }) => comments, isNumber: true },
];

const REQUESTS: readonly Column<Overview['requests'][number]>[] = [
  { name: 'Words', value: ({ text }) => text },
  { name: 'Members', value: ({ requests }) => requests, isNumber: true },
  { name: 'Last', value: ({ lastAskedAt }) => lastAskedAt.slice(0, 10) },
];

const PROMPTS: readonly Column<Overview['reviewsDue'][number]>[] = [
  {
    name: 'Prompt',
    value: ({ title }) => title,
    cell: ({ id, title }) => (
      <Link to="/prompt/$id" params={{ id }}>
        {title}
      </Link>
    ),
  },
  { name: 'Why', value: ({ value }) => value },
];
