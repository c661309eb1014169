import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { OVERVIEW_DAYS, type Overview } from '#contract/admin-overview.ts';
import { overviewQuery } from '#web/features/admin/admin.queries.ts';
import { FilterLinks } from '#web/features/admin/filter-links.tsx';
import { type Column, DataTable } from '#web/features/admin/table/data-table.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { Section } from '../details-list.tsx';
import { StaffPage } from '../staff-page.tsx';
import { utcMinute } from '../utc-minute.ts';
import { DismissIncident } from './dismiss-incident.tsx';
import { LibraryLists } from './library-lists.tsx';
import { overviewFilters } from './load-overview.ts';
import { Metrics } from './metrics.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { periodMetrics, totalMetrics, workMetrics } from './overview-metrics.ts';
import styles from './overview-page.module.css';
import { UndeliverableMailPanel } from './undeliverable-mail-panel.tsx';

const route = getRouteApi('/admin/');

const DAYS = OVERVIEW_DAYS.map((value) => ({ value, name: `${value} days` }));

/** What needs somebody, and how the library is doing. */
export function OverviewPage() {
  const filters = overviewFilters(route.useSearch());
  const { data } = useSuspenseQuery(overviewQuery(filters));
  const { days = '30' } = filters;
  const work = workMetrics(data);
  const isAllDone = data.warnings.length === 0 && !work.some(({ isDue }) => isDue);
  return (
    <StaffPage
      title="Overview"
      lead={
        isAllDone
          ? 'Nothing needs your attention.'
          : 'What needs your attention, and how the library is doing.'
      }
    >
      {data.warnings.map(({ source, text, incident }) => (
        <Callout key={`${source} ${text}`} variant="danger">
          <strong>{source}</strong>: {text} {incident ? <DismissIncident incident={incident} /> : null}
        </Callout>
      ))}
      <Metrics label="Needs your attention" metrics={work} />
      <Section title="Now">
        <Metrics label="Now" metrics={totalMetrics(data)} />
      </Section>
      <Section title={`The last ${days} days`}>
        <FilterLinks label="Days" to="/admin" name="days" current={days} options={DAYS} />
        <Metrics label={`The last ${days} days`} metrics={periodMetrics(data)} />
        <OverviewCharts days={data.days} memberShare={data.period.memberShare} />
      </Section>
      <Section title="The library">
        <LibraryLists overview={data} />
      </Section>
      <Section title="Mail and jobs" id="mail">
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
        <p className={styles.asOf}>Figures as of {utcMinute(data.asOf)} UTC.</p>
      </Section>
    </StaffPage>
  );
}

function mailText({ isConfigured, waiting, dead, lastSentAt }: Overview['mail']): string {
  if (!isConfigured) return 'Mail isn’t set up, so nothing is sent.';
  const last = lastSentAt === null ? 'None sent yet.' : `The last one was sent ${utcMinute(lastSentAt)} UTC.`;
  return `${countWithNoun(waiting, 'email')} waiting, ${dead} failed in the past week. ${last}`;
}

const JOB_COLUMNS: readonly Column<Overview['jobs'][number]>[] = [
  { name: 'Job', value: ({ name }) => name },
  {
    name: 'State',
    value: ({ problem, doneOn }) =>
      problem === null ? 'done' : doneOn === null ? problem : `${problem}, last done`,
  },
  {
    name: 'When (UTC)',
    isShort: true,
    value: ({ since, doneOn }) => (since === null ? (doneOn ?? '') : `since ${utcMinute(since)}`),
  },
];
