import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { DailyFigures, installDailyFigures } from './analytics.counting.ts';

let database: TestDatabase;
let app: TestApp;
let figures: DailyFigures;
/** Milliseconds since 1970. */
let now = Date.now();

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  app = await createTestApp({
    template: 'empty',
    dependencies: { db: database.db },
    extend: (server) => {
      figures = installDailyFigures(server, database.db);
    },
  });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});
beforeEach(async () => {
  now = Date.now();
  await sql`truncate daily_figures, visitor_sketches`.execute(database.db);
});

const process = () => new DailyFigures(database.db, () => now);
async function rows() {
  const { rows } = await sql<{ visitors: number; searches: number; empty: number }>`
    select visitors, searches, empty_searches as empty from daily_figures order by day`.execute(database.db);
  return rows;
}
async function countVisits(counting: DailyFigures, from: number, to: number) {
  for (let visitor = from; visitor < to; visitor += 1) await counting.countVisit(`${visitor}`);
}

test('a visitor of a day counts once, whatever process sees them and however often', async () => {
  const [first, second] = [process(), process()];
  await countVisits(first, 0, 60);
  await countVisits(second, 30, 100);
  await countVisits(first, 0, 60);
  await Promise.all([first.save(), second.save()]);
  const [counted] = await rows();
  expect(Math.abs((counted?.visitors ?? 0) - 100)).toBeLessThanOrEqual(6);
  // After a restart too.
  const restarted = process();
  await countVisits(restarted, 0, 100);
  await restarted.save();
  expect(await rows()).toEqual([counted]);
});

test('of many, the estimate is a few percent off at most', async () => {
  const counting = process();
  await countVisits(counting, 0, 20_000);
  await counting.save();
  const visitors = (await rows())[0]?.visitors ?? 0;
  expect(Math.abs(visitors - 20_000)).toBeLessThan(2000);
});

test('the next day starts a new sketch with another salt; of the day before only the number is kept', async () => {
  const counting = process();
  await countVisits(counting, 0, 10);
  await counting.save();
  now += 86_400_000;
  await countVisits(counting, 0, 10);
  await counting.save();
  // An estimate: two of ten may look like one.
  for (const { visitors } of await rows()) expect(Math.abs(visitors - 10)).toBeLessThan(3);
  expect(await rows()).toHaveLength(2);
  const salts = await sql<{ salt: Buffer }>`select salt from visitor_sketches`.execute(database.db);
  expect(new Set(salts.rows.map(({ salt }) => salt.toString('hex'))).size).toBe(2);
  await sql`update visitor_sketches set day = day - 2`.execute(database.db);
  await counting.save();
  expect((await sql`select from visitor_sketches`.execute(database.db)).rows).toEqual([]);
});

test('searches are added up', async () => {
  const counting = process();
  for (const isEmpty of [true, false, false]) counting.countSearch({ isEmpty });
  await counting.save();
  counting.countSearch({ isEmpty: true });
  await counting.save();
  await counting.save();
  expect(await rows()).toMatchObject([{ searches: 4, empty: 2 }]);
});

test('a visit is a page that a browser opened for somebody who is not signed in, from the cache too', async () => {
  const member = await createMember({ ...app, database });
  const opened = { 'sec-fetch-dest': 'document', 'user-agent': 'Firefox' };
  const visit = (path: string, remoteAddress: string, headers: Record<string, string> = opened) =>
    app.get(path, { remoteAddress, headers });
  await visit('/terms', '203.0.113.1');
  await visit('/terms', '203.0.113.2');
  await visit('/privacy', '203.0.113.2');
  await visit('/terms', '203.0.113.3', {});
  await visit('/terms', '203.0.113.4', { ...opened, 'sec-purpose': 'prefetch' });
  await visit('/api/categories', '203.0.113.5');
  await visit('/nowhere', '203.0.113.6');
  await visit('/terms', '203.0.113.7', { ...opened, cookie: member.cookie });
  await figures.save();
  expect((await rows()).map(({ visitors }) => visitors)).toEqual([2]);
});
