import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendCases } from './testing/fuzz-run.ts';
import { PAGES, UNLISTED, unlistedCases } from './testing/fuzz-unlisted.ts';
import { startTestProvider, type TestProvider } from './testing/google-provider.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider();
  app = await createTestApp({ settings: { google: provider.settings } });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

test('pages answer 400 requests with hostile values: with a page, a redirect or a refusal', async () => {
  const { failures, statuses } = await sendCases(app, [...unlistedCases(PAGES, { count: 400 })]);
  expect(failures.slice(0, 20)).toEqual([]);
  for (const status of [200, 302, 404])
    expect([status, statuses.get(status)]).not.toEqual([status, undefined]);
});

test('files, the sign-in callback and unknown addresses answer hostile values without an error', async () => {
  const { failures, statuses } = await sendCases(app, [...unlistedCases(UNLISTED, { count: 800 })]);
  expect(failures.slice(0, 20)).toEqual([]);
  for (const status of [200, 302, 404])
    expect([status, statuses.get(status)]).not.toEqual([status, undefined]);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
