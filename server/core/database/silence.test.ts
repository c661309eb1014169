import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OwnPostgres, openDatabaseLine, startOwnPostgres } from '#server/testing/postgres.ts';
import { killAllProcesses, request, startProcess, waitUntil } from '#server/testing/process.ts';
import { databaseProblem } from '../http/problems.ts';
import { openPool } from './pool.ts';

let postgres: OwnPostgres;

beforeAll(async () => {
  postgres = await startOwnPostgres();
});

afterEach(killAllProcesses);
afterAll(() => postgres.remove());

test('a query without an answer ends in time, and its connection is not used again', async () => {
  const line = await openDatabaseLine(postgres);
  const { db, pool, close } = openPool({ connectionString: line.url }, { size: 2, onError: () => undefined });
  const ask = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const [before] = (await ask()).rows;
  line.freeze();
  const asked = performance.now();
  const error = await ask().catch((reason: unknown) => reason);
  expect(databaseProblem(error)?.status).toBe(503);
  expect(performance.now() - asked).toBeGreaterThan(5000);
  expect(performance.now() - asked).toBeLessThan(15_000);
  expect(pool.totalCount).toBe(0);
  line.thaw();
  const [after] = (await ask()).rows;
  expect(after?.pid).not.toBe(before?.pid);
  await close();
  await line.close();
});

test('a pool closes in time although a query is under way or its database silent', async () => {
  const line = await openDatabaseLine(postgres);
  const busy = openPool({ connectionString: line.url }, { size: 2, onError: () => undefined });
  const silent = openPool({ connectionString: line.url }, { size: 2, onError: () => undefined });
  await sql`select 1`.execute(silent.db);
  const query = busy.pool.query('select pg_sleep(4)').then(
    () => 'answered',
    () => 'cut off',
  );
  await waitUntil('the query is under way', () => busy.pool.totalCount === 1 && busy.pool.idleCount === 0);
  await sleep(100);
  line.freeze();
  const asked = performance.now();
  await Promise.all([busy.close(), silent.close(), silent.close()]);
  // A second of patience; not the five after which the query ends by itself.
  expect(performance.now() - asked).toBeLessThan(4500);
  expect(await query).toBe('cut off');
  await line.close();
});

test('the app on a database that falls silent: 503 in time, 200 when it is heard again', async ({
  annotate,
}) => {
  const line = await openDatabaseLine(postgres);
  const app = startProcess({ DATABASE_URL: line.url, DATABASE_POOL_SIZE: '1', CACHE_BYTES: '0' });
  await app.ready();
  line.freeze();
  const asked = performance.now();
  const answers = await Promise.all(
    [1, 2, 3].map(async (at) => {
      const { status, headers } = await app.get(`/api/prompts/search?q=silent${at}`);
      return { status, retryAfter: headers['retry-after'], milliseconds: performance.now() - asked };
    }),
  );
  for (const { status, retryAfter } of answers) {
    expect(status).toBe(503);
    expect(retryAfter).toMatch(/^\d+$/);
  }
  // The one that had the connection waits for its answer, the others for a connection.
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
  expect(slowest).toBeLessThan(15_000);
  expect((await app.get('/healthz')).status).toBe(200);
  line.thaw();
  const back = await waitUntil(
    '200',
    async () => (await app.get('/api/prompts/search?q=back')).status === 200,
  );
  expect(back).toBeLessThan(10_000);
  expect(app.output()).not.toContain('"level":60');
  await line.close();
  await annotate(`slowest 503 after ${Math.round(slowest)} ms, 200 ${Math.round(back)} ms after the silence`);
});

test('a lock held for long: what needs it says 503 in time, what does not is answered', async () => {
  const app = startProcess({ DATABASE_URL: postgres.url, CACHE_BYTES: '0' });
  await app.ready();
  const blocker = new pg.Client(postgres.connection);
  await blocker.connect();
  await blocker.query('begin; lock table prompt_search in access exclusive mode');
  const asked = performance.now();
  const url = await app.url;
  const waiting = Promise.all([1, 2, 3].map((at) => request(`${url}/api/prompts/search?q=locked${at}`)));
  let areWaiting = true;
  void waiting.finally(() => {
    areWaiting = false;
  });
  await sleep(100);
  const others = await Promise.all(
    ['/readyz', '/api/categories', '/category/fitness'].map((path) => app.get(path)),
  );
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(areWaiting).toBe(true);
  for (const answer of await waiting) {
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  }
  expect(performance.now() - asked).toBeLessThan(10_000);
  await blocker.query('rollback');
  await blocker.end();
  expect((await app.get('/api/prompts/search?q=locked1')).status).toBe(200);
});
