import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { databaseProblem } from '../http/errors/problems.ts';
import { type DatabasePool, openPool } from './pool.ts';
import { currentBudget, TimeBudget, withNewBudget } from './time-budget.ts';

let database: TestDatabase;
let single: DatabasePool;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'));
  single = openPool({ connectionString: database.url }, { size: 1, onError: () => undefined });
});
afterAll(async () => {
  await single.close();
  await database.drop();
});

const problemOf = (query: Promise<unknown>) =>
  query.then(
    () => undefined,
    (error: unknown) => databaseProblem(error),
  );

test('waits one after the other add up, waits at the same time count once', async () => {
  let now = 0;
  const budget = new TimeBudget(3000, () => now);
  const [first, second, third] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const waits = [first, second].map((wait) => budget.spend(() => wait?.promise ?? Promise.resolve()));
  now = 1000;
  expect(budget.left).toBe(2000);
  first?.resolve();
  second?.resolve();
  await Promise.all(waits);
  now = 5000;
  expect(budget.left).toBe(2000);
  const last = budget.spend(() => third?.promise ?? Promise.resolve());
  now = 7500;
  expect(budget.left).toBe(-500);
  third?.reject(new Error('failed'));
  await expect(last).rejects.toThrow('failed');
  expect(budget.left).toBe(-500);
});

test('a connection and two slow responses have three seconds together, and 503 is said then', async () => {
  const slow = () => sql`select pg_sleep(1.6)`.execute(single.db);
  await withNewBudget(async () => {
    await slow();
    const problem = await problemOf(slow());
    expect(problem).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    // Nothing is sent any more, and the connection is not the next one's.
    expect(await problemOf(sql`select 1`.execute(single.db))).toMatchObject({ status: 503 });
    expect(currentBudget()?.left).toBeLessThanOrEqual(0);
  });
  expect((await sql`select 1 as one`.execute(single.db)).rows).toEqual([{ one: 1 }]);
});

test('a wait for a connection ends with the budget, and a connection that comes later is not lost', async () => {
  const taken = await single.pool.connect();
  await withNewBudget(async () => {
    await currentBudget()?.spend(() => new Promise((done) => setTimeout(done, 2800)));
    expect(await problemOf(sql`select 1`.execute(single.db))).toMatchObject({ status: 503 });
  });
  taken.release();
  expect((await sql`select 1 as one`.execute(single.db)).rows).toEqual([{ one: 1 }]);
  expect(single.pool.waitingCount).toBe(0);
});
