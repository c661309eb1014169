import type pg from 'pg';
import type { Config } from './config.ts';
import type { Db } from './core/database/pool.ts';
import type { Metrics } from './core/metrics/metrics.ts';

export interface OpenMetrics {
  metrics: Metrics;
  url: string;
  close(): Promise<void>;
}

/** Where a setting asks for them. Loaded only then: most starts have nobody who reads them. */
export async function openMetrics(
  config: Pick<Config, 'metrics' | 'payments' | 'mail'>,
  { db, pool }: { db: Db; pool: pg.Pool },
): Promise<OpenMetrics | undefined> {
  if (config.metrics === undefined) return undefined;
  const [{ Metrics }, { serveMetrics }] = await Promise.all([
    import('./core/metrics/metrics.ts'),
    import('./core/metrics/metrics.server.ts'),
  ]);
  const metrics = new Metrics();
  observePool(metrics, pool);
  await observeWork(metrics, config, db);
  return { metrics, ...(await serveMetrics(metrics, config.metrics)) };
}

function observePool(metrics: Metrics, pool: pg.Pool): void {
  metrics.observe({
    name: 'database_connections',
    help: 'Connections of the pool, busy or idle, and callers who wait for one.',
    labelNames: ['state'],
    read: async () => [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'waiting' }, value: pool.waitingCount },
    ],
  });
}

/** What is done in the background, read from the database: the same on every node. */
async function observeWork(
  metrics: Metrics,
  config: Pick<Config, 'payments' | 'mail'>,
  db: Db,
): Promise<void> {
  const [{ readDailyJobs }, { mailHealth }, { findLastEventTime }] = await Promise.all([
    import('./core/metrics/metrics.queries.ts'),
    import('./core/mail/mail-health.ts'),
    import('./features/billing/billing.public.ts'),
  ]);
  metrics.observe({
    name: 'daily_job_age_days',
    help: 'Days since a daily job was done last on any node; 0 for today (UTC).',
    labelNames: ['job'],
    read: async () => (await readDailyJobs(db)).map(({ job, days }) => ({ labels: { job }, value: days })),
  });
  metrics.observe({
    name: 'mail_messages',
    help: 'Mail in the outbox: waiting, or given up within the last week.',
    labelNames: ['state'],
    async read() {
      const { waiting, dead } = await mailHealth(db, config.mail !== undefined);
      return [
        { labels: { state: 'waiting' }, value: waiting },
        { labels: { state: 'dead' }, value: dead },
      ];
    },
  });
  metrics.observe({
    name: 'mail_oldest_waiting_seconds',
    help: 'How long the oldest mail in the outbox has waited; 0 when none does.',
    async read() {
      const { oldestWaitingAt } = await mailHealth(db, config.mail !== undefined);
      return [{ value: oldestWaitingAt === null ? 0 : secondsSince(oldestWaitingAt) }];
    },
  });
  if (config.payments === undefined) return;
  metrics.observe({
    name: 'payment_webhook_age_seconds',
    help: 'Time since the payment provider last told of something; absent before the first.',
    async read() {
      const lastEventAt = await findLastEventTime(db);
      return lastEventAt === null ? [] : [{ value: secondsSince(lastEventAt) }];
    },
  });
}

const secondsSince = (date: Date) => (Date.now() - date.getTime()) / 1000;
