import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { OVERVIEW_DAYS, type Overview } from '#contract/admin-overview.ts';
import { formatPrice } from '#contract/plans.ts';
import { overviewQuery } from '#web/features/admin/admin.queries.ts';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { Section } from '../details-list.tsx';
import { StaffPage } from '../staff-page.tsx';
import { DismissIncident } from './dismiss-incident.tsx';
import { overviewFilters } from './load-overview.ts';
import { OverviewCharts } from './overview-charts.tsx';
import styles from './overview-page.module.css';
import { UndeliverableMailPanel } from './undeliverable-mail-panel.tsx';

const route = getRouteApi('/admin/');

/** How the library does, and what needs somebody. */
export function OverviewPage() {
  const search = route.useSearch();
  const filters = overviewFilters(search);
  const { data } = useSuspenseQuery(overviewQuery(filters));
  const { warnings, requests, reviewsDue, fallingRatings } = data;
  const { days = '30' } = filters;
  return (
    <StaffPage title="Overview" lead={`As of ${minutes(data.asOf)} UTC.`}>
      {warnings.map(({ source, text, incident }) => (
        <Callout key={`${source} ${text}`} variant="danger">
          <strong>{source}</strong>: {text} {incident ? <DismissIncident incident={incident} /> : null}
        </Callout>
      ))}
      <Metrics metrics={totalsOf(data)} />
      <Section title={`The last ${days} days`}>
        <nav aria-label="Days" className={styles.days}>
          {OVERVIEW_DAYS.map((option) => (
            <Link
              key={option}
              to="/admin"
              search={{ days: option }}
              resetScroll={false}
              className={buttonClass({ variant: option === days ? 'primary' : 'line', size: 'small' })}
              {...(option === days ? { 'aria-current': 'true' as const } : {})}
            >
              {option} days
            </Link>
          ))}
        </nav>
        <Metrics metrics={periodOf(data)} />
        <OverviewCharts days={data.days} />
      </Section>
      <Section title="Mail and jobs">
        <p>{mailText(data.mail)}</p>
        {data.mail.givenUp.length > 0 ? <UndeliverableMailPanel rows={data.mail.givenUp} /> : null}
        <DataTable
          label="Jobs"
          columns={JOB_COLUMNS}
          rows={data.jobs}
          rowKey={({ name }) => name}
          empty="No jobs have run yet."
          isMarked={({ problem }) => problem !== null}
        />
      </Section>
      <Section title="Requested by searchers">
        <DataTable
          label="Requested by searchers"
          columns={REQUESTS}
          rows={requests}
          rowKey={({ text }) => text}
          empty="No requests yet."
        />
        <p>
          <Link to="/admin/library" search={{ view: 'requests' }}>
            All requests
          </Link>
        </p>
      </Section>
      <Section title="Falling ratings">
        <DataTable
          label="Falling ratings"
          columns={FALLING_RATING_COLUMNS}
          rows={fallingRatings}
          rowKey={({ id }) => id}
          empty="No prompts have falling ratings."
        />
        <p>
          <Link to="/admin/library" search={{ show: 'falling rating' }}>
            All falling ratings
          </Link>
        </p>
      </Section>
      <Section title="Reviews due within 30 days">
        <DataTable
          label="Reviews due"
          columns={REVIEW_DUE_COLUMNS}
          rows={reviewsDue}
          rowKey={({ id }) => id}
          empty="No reviews are due."
        />
        <p>
          <Link to="/admin/library" search={{ show: 'review due' }}>
            All reviews due
          </Link>
        </p>
      </Section>
    </StaffPage>
  );
}

type Metric = readonly [name: string, value: string | number, note?: string | undefined];

function Metrics({ metrics }: { metrics: readonly Metric[] }) {
  return (
    <dl className={styles.totals}>
      {metrics.map(([name, value, note]) => (
        <div key={name} className={styles.total}>
          <dt>{name}</dt>
          <dd className={styles.value}>{value}</dd>
          {note ? <dd className={styles.note}>{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

const totalsOf = ({ totals }: Overview): readonly Metric[] => [
  ['Members', totals.members],
  ['Active today', totals.activeToday],
  ['Active in 7 days', totals.active7],
  ['Active in 30 days', totals.active30],
  ['Paying', totals.paying, `${totals.payingShare}% of members`],
  ['On trial', totals.onTrial],
  ['Monthly revenue', formatPrice(totals.monthlyRevenueCents)],
  ['Ending plans', totals.ending],
  ['Failed payments', totals.failedPayments],
  ['Open reports', totals.openReports],
  ['Waiting orders', totals.waitingOrders],
];

const share = (percent: number | null, of: string) => (percent === null ? undefined : `${percent}% of ${of}`);

const periodOf = ({ period }: Overview): readonly Metric[] => [
  ['Visitors', period.visitors, 'estimated, summed by day'],
  ['Became members', period.newMembers, share(period.memberShare, 'visitors')],
  ['Of these, became payers', period.newPayers, share(period.payerShare, 'new members')],
  ['Plans started', period.plansStarted],
  ['Plans ended', period.plansEnded, period.churn === null ? undefined : `${period.churn}% churn`],
  ['Searches', period.searches],
  ['Without a result', period.emptySearches],
];

const minutes = (at: string) => at.slice(0, 16).replace('T', ' ');

function mailText({ isConfigured, waiting, dead, lastSentAt }: Overview['mail']): string {
  if (!isConfigured) return 'Mail isn’t set up, so nothing is sent.';
  const last = lastSentAt === null ? 'None sent yet.' : `The last one was sent ${minutes(lastSentAt)} UTC.`;
  return `${waiting} emails waiting, ${dead} failed in the past week. ${last}`;
}

const JOB_COLUMNS: readonly Column<Overview['jobs'][number]>[] = [
  { name: 'Job', value: ({ name }) => name },
  { name: 'State', value: ({ problem }) => problem ?? 'done' },
  { name: 'Since (UTC)', value: ({ since }) => (since === null ? '' : minutes(since)) },
];

const REQUESTS: readonly Column<Overview['requests'][number]>[] = [
  { name: 'Words', value: ({ text }) => text },
  { name: 'Members', value: ({ requests }) => requests, isNumber: true },
  { name: 'Last', value: ({ lastAskedAt }) => lastAskedAt.slice(0, 10) },
];

const promptColumns = (why: string): readonly Column<Overview['reviewsDue'][number]>[] => [
  {
    name: 'Prompt',
    value: ({ title }) => title,
    cell: ({ id, title }) => (
      <Link to="/prompt/$id" params={{ id }}>
        {title}
      </Link>
    ),
  },
  { name: why, value: ({ value }) => value, isShort: true },
];

const FALLING_RATING_COLUMNS = promptColumns('Votes in 30 days');
const REVIEW_DUE_COLUMNS = promptColumns('Review due');
