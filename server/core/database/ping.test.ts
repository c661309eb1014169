import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type DedicatedPostgres,
  openDatabaseProxy,
  startDedicatedPostgres,
} from '#server/testing/dedicated-postgres.ts';
import { openPing } from './ping.ts';
import { openPool } from './pool.ts';

let postgres: DedicatedPostgres;

beforeAll(async () => {
  postgres = await startDedicatedPostgres();
});
afterAll(() => postgres.remove());

test('answers while requests use every connection', async () => {
  const { db, close } = openPool(postgres.connection, { size: 1, onError: () => undefined });
  const probe = openPing(postgres.connection);
  await db.transaction().execute(async (transaction) => {
    await sql`select 1`.execute(transaction);
    await Promise.all([probe.ping(), probe.ping(), probe.ping()]);
  });
  await probe.close();
  await close();
});

test('keeps its connection between probes, however far apart', async () => {
  const { db, close } = openPool(postgres.connection, { size: 1, onError: () => undefined });
  const pids = async () =>
    (
      await sql<{ pid: number }>`select pid from pg_stat_activity
        where application_name = 'promptarium readiness'`.execute(db)
    ).rows;
  const probe = openPing(postgres.connection);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await probe.ping();
  const kept = await pids();
  vi.advanceTimersByTime(3_600_000);
  vi.useRealTimers();
  await probe.ping();
  expect([kept.length, await pids()]).toEqual([1, kept]);
  await probe.close();
  await close();
});

test('times out on a silent database, and notices when it responds again', async () => {
  const line = await openDatabaseProxy(postgres);
  const probe = openPing({ connectionString: line.url });
  await probe.ping();
  line.freeze();
  const results = await Promise.allSettled([probe.ping(), probe.ping()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  line.thaw();
  await expect.poll(() => probe.ping().then(() => 'answers')).toBe('answers');
  await probe.close();
  await line.close();
});
