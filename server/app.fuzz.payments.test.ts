import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingApp, createBillingApp } from './features/billing/testing/billing-app.ts';
import { type ApiDocument, fuzz } from './testing/fuzz-cases.ts';
import { memberBodies, memberExamples } from './testing/fuzz-examples.ts';
import { pathsMatching, sendCases } from './testing/fuzz-run.ts';
import { webhookCases } from './testing/fuzz-unlisted.ts';
import { seedId, seedPrompts } from './testing/seed.ts';

const PAID = /^\/api\/(?:subscription|get-or-create|orders)/;

let app: BillingApp;

beforeAll(async () => {
  app = await createBillingApp();
  await seedPrompts(app.database.db, [{ title: 'A prompt', tier: 'engineer' }]);
});
afterAll(() => app.close());

test('600 requests of a member about plans, payments and orders are answered as documented', async () => {
  const member = await app.member({ tier: 'pro' });
  const { paths } = (await app.get('/openapi.json')).json<ApiDocument>();
  const examples = memberExamples(seedId('A prompt'), 'commentaaaaa');
  const bodies = memberBodies(app.prices);
  const headers = { cookie: member.cookie, 'sec-fetch-site': 'same-origin', origin: app.settings.publicUrl };
  const cases = fuzz(
    { paths: pathsMatching(paths, PAID) },
    { examples, bodies, headers, count: 600, seed: 4 },
  );
  const { faults, statuses } = await sendCases(app, [...cases]);
  expect(faults.slice(0, 20)).toEqual([]);
  for (const status of [200, 400, 404])
    expect([status, statuses.get(status)]).not.toEqual([status, undefined]);
  expect((await member.get('/api/auth/user')).json()).toMatchObject({ subscriptionTier: 'pro' });
});

test('1,000 webhook events with something wrong are taken or refused, and change nothing', async () => {
  const member = await app.member();
  await member.subscribe('advanced');
  const before = await member.status();
  const { faults, statuses } = await sendCases(app, [
    ...webhookCases(app.payments.webhookSecret, { count: 1000 }),
  ]);
  expect(faults.slice(0, 20)).toEqual([]);
  for (const status of [200, 400, 415]) expect(statuses.get(status)).toBeGreaterThan(10);
  expect(await member.status()).toEqual(before);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
