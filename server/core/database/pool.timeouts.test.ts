import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type DedicatedPostgres,
  openDatabaseProxy,
  startDedicatedPostgres,
} from '#server/testing/dedicated-postgres.ts';
import { copyLoadedFolder } from '#server/testing/loaded-data-folder.ts';
import { databaseUrl, runAsAdmin } from '#server/testing/test-postgres.ts';
import { killAllProcesses, request, startProcess } from '#server/testing/test-process.ts';
import { waitUntil } from '#server/testing/wait-until.ts';
import { databaseProblem } from '../http/errors/problems.ts';
import { openPool } from './pool.ts';

let postgres: DedicatedPostgres;

beforeAll(async () => {
  postgres = await startDedicatedPostgres(copyLoadedFolder);
  await runAsAdmin(postgres, `create database locked template ${postgres.connection.database}`);
});

afterAll(async () => {
  await killAllProcesses();
  await postgres.remove();
});

// At the same time: these tests wait for deadlines to pass.

test.concurrent('a query without a response ends in time, and its connection is not used again', async () => {
  const line = await openDatabaseProxy(postgres);
  const { db, pool, close } = openPool({ connectionString: line.url }, { size: 2, onError: () => undefined });
  const ask = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const [before] = (await ask()).rows;
  line.freeze();
  const asked = performance.now();
  const error = await ask().catch((reason: unknown) => reason);
  expect(databaseProblem(error)?.status).toBe(503);
  expect(performance.now() - asked).toBeGreaterThan(2500);
  expect(pool.totalCount).toBe(0);
  line.thaw();
  const [after] = (await ask()).rows;
  expect(after?.pid).not.toBe(before?.pid);
  await close();
  await line.close();
});

test.concurrent('a pool closes in time although a query is under way or its database silent', async () => {
  const line = await openDatabaseProxy(postgres);
  const busy = openPool({ connectionString: line.url }, { size: 2, onError: () => undefined });
  const silent = openPool({ connectionString: line.url }, { size: 2, onError: () => undefined });
  await sql`select 1`.execute(silent.db);
  const query = busy.pool.query('select pg_sleep(4)').then(
    () => 'answered',
    () => 'cut off',
  );
  await waitUntil('the query is under way', async () => {
    const running = sql`select from pg_stat_activity where state = 'active' and query = 'select pg_sleep(4)'`;
    return (await running.execute(silent.db)).rows.length > 0;
  });
  line.freeze();
  // Without a limit they would wait for as long as the line is silent: longer than this test may take.
  await Promise.all([busy.close(), silent.close(), silent.close()]);
  expect(await query).toBe('cut off');
  await line.close();
});

test.concurrent('a pool closes in time although a client gets its connection only then, of a database that falls silent', async () => {
  const line = await openDatabaseProxy(postgres);
  const { pool, close } = openPool({ connectionString: line.url }, { size: 2, onError: () => undefined });
  const isConnected = new Promise<void>((done) => pool.once('connect', () => done()));
  line.freeze();
  const query = pool.query('select 1').then(
    () => 'answered',
    () => 'cut off',
  );
  const closing = close();
  line.thaw();
  await isConnected;
  line.freeze();
  await closing;
  expect(await query).toBe('cut off');
  await line.close();
});

test.concurrent('the app on a database that falls silent: 503 in time, 200 when it is heard again', async ({
  annotate,
}) => {
  const line = await openDatabaseProxy(postgres);
  const app = startProcess({ DATABASE_URL: line.url, DATABASE_POOL_SIZE: '1', CACHE_BYTES: '0' });
  await app.ready();
  expect((await app.get('/api/prompts/search?q=heard')).status).toBe(200);
  line.freeze();
  const asked = performance.now();
  const responses = await Promise.all(
    [1, 2, 3].map(async (number) => {
      const { status, headers } = await app.get(`/api/prompts/search?q=silent${number}`);
      return { status, retryAfter: headers['retry-after'], milliseconds: performance.now() - asked };
    }),
  );
  for (const { status, retryAfter } of responses) {
    expect(status).toBe(503);
    expect(retryAfter).toMatch(/^\d+$/);
  }
  // The one that had the connection waits for its response, the others for a connection.
  const slowest = Math.max(...responses.map(({ milliseconds }) => milliseconds));
  expect((await app.get('/healthz')).status).toBe(200);
  line.thaw();
  const back = await waitUntil(
    '200',
    async () => (await app.get('/api/prompts/search?q=back')).status === 200,
  );
  expect(app.output()).not.toContain('"level":60');
  await line.close();
  await annotate(`slowest 503 after ${Math.round(slowest)} ms, 200 ${Math.round(back)} ms after the silence`);
});

test.concurrent('a lock held for long: what needs it says 503 in time, what does not is answered', async () => {
  const connection = { ...postgres.connection, database: 'locked' };
  const app = startProcess({ DATABASE_URL: databaseUrl(connection), CACHE_BYTES: '0' });
  await app.ready();
  const unhindered = () =>
    Promise.all(['/readyz', '/api/categories', '/category/fitness'].map((path) => app.get(path)));
  // The first page is a slow one, and a lock is waited for two seconds only.
  await unhindered();
  const blocker = new pg.Client(connection);
  await blocker.connect();
  await blocker.query('begin; lock table search_postings in access exclusive mode');
  const url = await app.url;
  const waiting = Promise.all(
    [1, 2, 3].map((number) => request(`${url}/api/prompts/search?q=locked${number}`)),
  );
  await waitUntil('a request waits for the lock', async () => {
    // Not pg_stat_activity, which stands still inside a transaction.
    const { rows } = await blocker.query('select from pg_locks where not granted');
    return rows.length > 0;
  });
  // The lock is held until the end.
  const others = await unhindered();
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const response of await waiting) {
    expect(response.status).toBe(503);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
  }
  await blocker.query('rollback');
  await blocker.end();
  expect((await app.get('/api/prompts/search?q=locked1')).status).toBe(200);
});
