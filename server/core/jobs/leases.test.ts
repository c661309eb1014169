import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { deleteExpiredLeases, Leases } from './leases.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
});
afterAll(() => database.drop());

/** As another process has them. */
const leases = (options: ConstructorParameters<typeof Leases>[1] = {}) => new Leases(database.db, options);

/** Another process takes the lease over, or has held it since before. @param expiresIn seconds */
const holdElsewhere = (name: string, expiresIn: number) =>
  sql`insert into leases values (${name}, 'elsewhere:1', nextval('lease_fencing_tokens'),
      now() + ${expiresIn} * interval '1 second')
    on conflict (name) do update set holder = excluded.holder, fencing_token = excluded.fencing_token,
      expires_at = excluded.expires_at`.execute(database.db);

const rowsOf = async (name: string) =>
  (await sql<{ holder: string }>`select holder from leases where name = ${name}`.execute(database.db)).rows;

test('of many callers in two processes one works at a time, and nothing is left behind', async () => {
  const processes = [leases(), leases()];
  let running = 0;
  let max = 0;
  const runs = Array.from({ length: 20 }, (_, index) =>
    processes[index % 2]?.run('one', async () => {
      running += 1;
      max = Math.max(max, running);
      await new Promise(setImmediate);
      running -= 1;
      return index;
    }),
  );
  expect(await Promise.all(runs)).toEqual(runs.map((_, index) => index));
  expect([max, await rowsOf('one')]).toEqual([1, []]);
});

test('no connection is held in the meantime: as many leases as anybody likes, with a pool of five', async () => {
  const hang = Promise.withResolvers<void>();
  let working = 0;
  const own = leases();
  const runs = Array.from({ length: 40 }, (_, index) =>
    own.run(`member ${index}`, async (lease) => {
      working += 1;
      await hang.promise;
      await lease.write((transaction) => sql`select 1`.execute(transaction));
    }),
  );
  await expect.poll(() => working, { interval: 5 }).toBe(40);
  expect(database.pool.totalCount - database.pool.idleCount).toBe(0);
  hang.resolve();
  await Promise.all(runs);
});

test('a caller that waits too long is refused while it waits, in this process and for another', async () => {
  const own = leases({ waitLimit: 50 });
  const hang = Promise.withResolvers<void>();
  const hanging = own.run('hangs', () => hang.promise);
  await holdElsewhere('held elsewhere', 60);
  for (const name of ['hangs', 'held elsewhere']) {
    const refused = own.run(name, async () => 'ran');
    await expect(refused).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  }
  hang.resolve();
  await hanging;
});

test('a process that ended while it held a lease keeps it until it expires', async () => {
  await holdElsewhere('crashed', 60);
  expect(await leases({ waitLimit: 1 }).tryRun('crashed', async () => 'early')).toBeUndefined();
  const waiting = leases().run('crashed', async () => 'after it expired');
  await holdElsewhere('crashed', 0);
  expect(await waiting).toBe('after it expired');
});

test('a holder that was overtaken cannot write; the next one has read what was written before', async () => {
  const own = leases();
  await sql`create table written (by text)`.execute(database.db);
  const write = (by: string) => (transaction: typeof database.db) =>
    sql`insert into written values (${by})`.execute(transaction);
  const late = own.run('overtaken', async (lease) => {
    await lease.write(write('in time'));
    await holdElsewhere('overtaken', 60);
    await lease.write(write('too late'));
  });
  await expect(late).rejects.toMatchObject({ status: 503 });
  const { rows } = await sql`select by from written`.execute(database.db);
  expect(rows).toEqual([{ by: 'in time' }]);
  // Releasing does not take it from its new holder.
  expect(await rowsOf('overtaken')).toEqual([{ holder: 'elsewhere:1' }]);
});

test('nobody can take a lease over while its holder writes', async () => {
  const own = leases();
  await own.run('writing', (lease) =>
    lease.write(async (transaction) => {
      const steal = sql`select from leases where name = 'writing' for update nowait`.execute(database.db);
      await expect(steal).rejects.toMatchObject({ code: '55P03' });
      await sql`select 1`.execute(transaction);
    }),
  );
});

test('a holder that works longer than the lease lasts renews it', async () => {
  const own = leases({ ttl: 150 });
  const finish = Promise.withResolvers<void>();
  const working = own.run('renewed', () => finish.promise);
  const expiry = async () =>
    (await sql<{ at: Date }>`select expires_at as at from leases where name = 'renewed'`.execute(database.db))
      .rows[0]?.at ?? new Date(0);
  await expect.poll(expiry, { interval: 5 }).not.toEqual(new Date(0));
  const first = await expiry();
  await expect.poll(async () => (await expiry()) > first, { interval: 10 }).toBe(true);
  finish.resolve();
  await working;
});

test('callers with one purpose that wait share one run; one that comes after it began does not', async () => {
  const own = leases();
  const hang = Promise.withResolvers<void>();
  const first = own.run('shared', () => hang.promise);
  let runs = 0;
  const work = async () => {
    runs += 1;
    return runs;
  };
  const waiting = Array.from({ length: 5 }, () => own.runShared('shared', 'sync', work));
  const other = own.runShared('shared', 'purchase', work);
  hang.resolve();
  await first;
  expect([await Promise.all(waiting), await other]).toEqual([[1, 1, 1, 1, 1], 2]);
  expect(await own.runShared('shared', 'sync', work)).toBe(3);
});

test('rows of processes that ended are deleted after a day', async () => {
  await holdElsewhere('old', -90_000);
  await holdElsewhere('recent', -60);
  await deleteExpiredLeases(database.db);
  expect([await rowsOf('old'), await rowsOf('recent')]).toEqual([[], [{ holder: 'elsewhere:1' }]]);
});
