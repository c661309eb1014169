import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createFeatureApp, type FeatureApp } from '#server/testing/feature-app.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { evaluateSearch, readQueries } from '../../../bench/evaluate-search.ts';
import { searchOf } from '../../../bench/search-app.ts';
import { readLibrary } from '../library/library.files.ts';

let database: TestDatabase;
let app: FeatureApp;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'));
  app = await createFeatureApp(database.db, { version: 1 });
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

/** The floor; `npm run search -- eval` shows which queries are the worst. */
test('the graded queries find what answers them', async () => {
  const { prompts } = readLibrary(join(import.meta.dirname, '../../../content'));
  const { ndcg, success, nothing } = await evaluateSearch(readQueries(prompts), searchOf(app, prompts));
  expect(ndcg).toBeGreaterThanOrEqual(0.85);
  expect(success).toBeGreaterThanOrEqual(0.98);
  expect(nothing).toBeLessThanOrEqual(0.01);
});
