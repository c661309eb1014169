import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingApp, createBillingApp, type Payer } from './features/billing/testing/billing-app.ts';
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

/** Requests about plans, payments and orders: a valid one of each first. */
async function paidCases(member: Payer, count: number) {
  const { paths } = (await app.get('/openapi.json')).json<ApiDocument>();
  const examples = memberExamples(seedId('A prompt'), 'commentaaaaa');
  const bodies = memberBodies(app.prices);
  const headers = { cookie: member.cookie, 'sec-fetch-site': 'same-origin', origin: app.settings.publicUrl };
  return [...fuzz({ paths: pathsMatching(paths, PAID) }, { examples, bodies, headers, count, seed: 4 })];
}

test('600 requests of a member about plans, payments and orders are answered as documented', async () => {
  const member = await app.member({ tier: 'pro' });
  const { failures, statuses } = await sendCases(app, await paidCases(member, 600));
  expect(failures.slice(0, 20)).toEqual([]);
  for (const status of [200, 400, 404])
    expect([status, statuses.get(status)]).not.toEqual([status, undefined]);
  expect((await member.get('/api/auth/user')).json()).toMatchObject({ subscriptionTier: 'pro' });
});

test('what a bank refuses is answered as documented', async () => {
  const member = await app.member();
  app.sandbox.control.faults.add({ kind: 'error', status: 402 });
  const { failures, statuses } = await sendCases(app, await paidCases(member, 60));
  app.sandbox.control.faults.clear();
  expect(failures).toEqual([]);
  expect(statuses.get(402)).toBeGreaterThan(0);
});

test('1,000 webhook events with something wrong are taken or refused, and change nothing', async () => {
  const member = await app.member();
  await member.subscribe('advanced');
  const before = await member.status();
  const { failures, statuses } = await sendCases(app, [
    ...webhookCases(app.payments.webhookSecret, { count: 1000 }),
  ]);
  expect(failures.slice(0, 20)).toEqual([]);
  for (const status of [200, 400, 415]) expect(statuses.get(status)).toBeGreaterThan(10);
  expect(await member.status()).toEqual(before);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
