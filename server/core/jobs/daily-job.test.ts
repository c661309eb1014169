import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { runDaily } from './daily-job.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
});
afterAll(() => database.drop());

test('the job runs once a day, for one of many callers', async () => {
  const { db } = database;
  const runs = await Promise.all([1, 2, 3].map(() => runDaily(db, 'once', async () => 'ran')));
  expect(runs.filter((result) => result !== undefined)).toEqual(['ran']);
  expect(await runDaily(db, 'once', async () => 'again')).toBeUndefined();
  await sql`update daily_turns set done_on = done_on - 1 where name = 'once'`.execute(db);
  expect(await runDaily(db, 'once', async () => 'tomorrow')).toBe('tomorrow');
});

test('a failed run is retried by the next caller', async () => {
  const { db } = database;
  const failing = runDaily(db, 'fails', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await runDaily(db, 'fails', async () => 'done')).toBe('done');
  expect(await runDaily(db, 'fails', async () => 'again')).toBeUndefined();
});

test('a run whose process died is taken over', async () => {
  const { db } = database;
  await sql`insert into leases values ('daily deployed', 'elsewhere:1', nextval('lease_fencing_tokens'),
    now() + interval '1 minute')`.execute(db);
  expect(await runDaily(db, 'deployed', async () => 'at the same time')).toBeUndefined();
  await sql`update leases set expires_at = now() - interval '1 second' where name = 'daily deployed'`.execute(
    db,
  );
  expect(await runDaily(db, 'deployed', async () => 'done')).toBe('done');
});
