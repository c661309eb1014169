import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { MemberLocks } from './billing.locks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
});
afterAll(() => database.drop());

test.each([
  [1, 1],
  [3, 1],
  [4, 2],
  [5, 3],
  [50, 3],
])('of a pool of %i connections, payments take %i at once', async (connections, atOnce) => {
  const locks = new MemberLocks(database.db, connections);
  const waiting: (() => void)[] = [];
  const work = () => new Promise<void>((done) => waiting.push(done));
  const runs = ['a', 'b', 'c', 'd', 'e'].map((member) => locks.run(`${connections} ${member}`, work));
  for (let left = runs.length; left > 0; left -= 1) {
    await expect.poll(() => waiting.length, { interval: 5 }).toBe(Math.min(atOnce, left));
    waiting.shift()?.();
  }
  await Promise.all(runs);
});
