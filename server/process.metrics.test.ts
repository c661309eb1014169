import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type OpenMetrics, openMetrics } from './process.metrics.ts';
import { createMember, createTestApp, type TestApp } from './testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let open: OpenMetrics;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'));
  const config = { metrics: { host: '127.0.0.1', port: 0 }, payments: undefined, mail: undefined };
  const opened = await openMetrics(config, database);
  if (opened === undefined) throw new Error('No metrics.');
  open = opened;
  app = await createTestApp({ dependencies: { db: database.db, metrics: open.metrics } });
});
afterAll(async () => {
  await app.close();
  await open.close();
  await database.drop();
});

/** The value of a line, NaN when it is not there. */
async function readLine(line: string): Promise<number> {
  const text = await (await fetch(open.url)).text();
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
  return Number(found?.slice(line.length));
}

const DURATION = 'promptarium_http_request_duration_seconds_count';

test('requests are counted by route and status; no address or text is in it', async () => {
  await app.get('/category/fitness?sort=newest');
  await app.get('/category/health');
  await app.get('/nowhere-9f2c');
  expect(await readLine(`${DURATION}{method="GET",route="/category",status="200"}`)).toBe(2);
  const text = await (await fetch(open.url)).text();
  expect(text).toContain(`${DURATION}{method="GET",route="/*",status="404"} 1`);
  expect(text).not.toMatch(/nowhere|fitness|newest/);
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
});

test('what the cache served, and searches that found nothing', async () => {
  await app.get('/api/categories');
  const hits = await readLine('promptarium_response_cache_lookups_total{result="hit"}');
  await app.get('/api/categories');
  expect(await readLine('promptarium_response_cache_lookups_total{result="hit"}')).toBe((hits || 0) + 1);
  expect(await readLine('promptarium_response_cache_lookups_total{result="miss"}')).toBeGreaterThan(2);

  const member = await createMember(app);
  await member.get('/api/prompts/search?q=zzqqxxyy&exact=true');
  await member.get('/api/prompts/search?q=budget');
  expect(await readLine('promptarium_searches_without_result_total')).toBe(1);
});

test('connections, mail and daily jobs are read when metrics are scraped', async () => {
  await database.pool.query(`insert into daily_turns (name, done_on) values ('search', (now() at time zone 'utc')::date - 2)
    on conflict (name) do update set done_on = excluded.done_on`);
  expect(await readLine('promptarium_database_connections{state="waiting"}')).toBe(0);
  expect(await readLine('promptarium_daily_job_age_days{job="search"}')).toBe(2);
  expect(await readLine('promptarium_mail_messages{state="dead"}')).toBe(0);
  expect(await readLine('promptarium_mail_oldest_waiting_seconds')).toBe(0);
});

test('a metric that cannot be read is left out, the others stay', async () => {
  open.metrics.observe({ name: 'broken', help: 'Fails.', read: () => Promise.reject(new Error('no')) });
  const response = await fetch(open.url);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('promptarium_mail_messages');
});

test('nothing else is served there, and nothing of it by the app', async () => {
  expect((await fetch(new URL('/', open.url))).status).toBe(404);
  expect((await app.get('/metrics')).statusCode).toBe(404);
});

test('without the setting no metrics are served', async () => {
  expect(
    await openMetrics({ metrics: undefined, payments: undefined, mail: undefined }, database),
  ).toBeUndefined();
});
