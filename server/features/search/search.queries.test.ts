import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { SEARCH_SORTS } from '#contract/sorts.ts';
import { TIERS } from '#contract/tiers.ts';
import { type DatabasePool, openPool } from '#server/core/database/pool.ts';
import { createFeatureApp, type FeatureApp } from '#server/testing/feature-app.ts';
import { seedPrompts } from '#server/testing/seed.ts';
import { createTestDatabase, LONG_TIMEOUT, type TestDatabase } from '#server/testing/test-database.ts';

let database: TestDatabase;
/** One connection, whose prepared statements can be counted. */
let single: DatabasePool;
let app: FeatureApp;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  await seedPrompts(database.db, [{ title: 'Budget the travel of a year', content: 'sleep' }]);
  single = openPool(database.connection, {
    size: 1,
    onError: () => undefined,
    connectionTimeout: LONG_TIMEOUT,
  });
  app = await createFeatureApp(single.db);
});
afterAll(async () => {
  await app.close();
  await single.close();
  await database.drop();
});

async function countPrepared(): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from pg_prepared_statements where statement like '%search_postings%'`.execute(
    single.db,
  );
  return rows[0]?.count ?? -1;
}

const TEXTS = [
  'budget',
  'budget travel',
  'budget travel sleep',
  'ideas budget',
  '"budget travel" sleep',
  'a or b or c',
];
const EXCLUSIONS = [
  '-budget',
  'budget -travel',
  '-budget travel',
  'budget -travel -sleep',
  '-budget -travel sleep',
];

test('whatever is searched, its words are looked up by one prepared statement', async () => {
  const queries = [...TEXTS, ...EXCLUSIONS].flatMap((q) => [
    ...TIERS.map((tier) => ({ q, tier, sortBy: 'relevance' })),
    ...SEARCH_SORTS.map((sortBy) => ({ q, sortBy, limit: '3' })),
  ]);
  for (const query of queries) {
    expect((await app.get(`/api/prompts/search?${new URLSearchParams(query)}`)).statusCode).toBe(200);
  }
  for (const q of TEXTS) await app.get(`/api/prompts/search/counts?q=${encodeURIComponent(q)}`);
  expect(await countPrepared()).toBe(1);
});
