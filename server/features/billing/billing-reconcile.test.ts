import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPayments, type Payments } from './billing.payments.ts';
import { reconcile } from './billing.reconcile.ts';
import { askAboutOverdue, reconcileDaily } from './billing.sweep.ts';
import { type BillingApp, createBillingApp, customerOf, tierOf } from './testing/billing-app.ts';

let app: BillingApp;
let payments: Payments;
beforeAll(async () => {
  app = await createBillingApp();
  const parts = { db: app.database.db, publicUrl: app.settings.publicUrl, log: app.server.log };
  const opened = openPayments(parts, app.payments);
  if (opened === undefined) throw new Error('There are settings.');
  payments = opened;
});
afterAll(() => app.close());
beforeEach(() => app.sandbox.control.setWebhooks({ drop: [] }));

async function run(): Promise<{ lines: string[]; repaired: number; failed: number }> {
  const lines: string[] = [];
  const { repaired, failed } = await reconcile(
    payments,
    async () => undefined,
    (line) => lines.push(line),
  );
  return { lines, repaired, failed };
}

test('what nobody told is found, said and mended; a second run has nothing to say (P12)', async () => {
  const [kept, ended, renewed, disputed] = await Promise.all([1, 2, 3, 4].map(() => app.member()));
  if (!kept || !ended || !renewed || !disputed) throw new Error('There are four.');
  await kept.subscribe('basic');
  const endedId = await ended.subscribe('pro');
  await renewed.subscribe('advanced');
  const disputedId = await disputed.subscribe('pro');
  app.sandbox.control.setWebhooks({ drop: ['*'] });
  app.sandbox.control.cancel(endedId, 'now');
  const invoice = String(app.tables.subscriptions.require(disputedId).latest_invoice);
  app.sandbox.control.dispute({ invoice });
  await sql`update subscriptions set tier = 'pro', price_id = 'wrong' where user_id = ${renewed.id}`.execute(
    app.database.db,
  );
  await app.settle();
  expect([await tierOf(ended), await tierOf(renewed), await tierOf(disputed)]).toEqual(['pro', 'pro', 'pro']);
  const first = await run();
  expect(first).toMatchObject({ failed: 0 });
  expect(first.lines).toEqual(
    expect.arrayContaining([
      `${ended.id}: status: active → canceled`,
      `${ended.id}: isEntitled: true → false`,
      `${renewed.id}: tier: pro → advanced`,
    ]),
  );
  expect(first.lines.some((line) => line.startsWith(kept.id))).toBe(false);
  expect([await tierOf(ended), await tierOf(renewed), await tierOf(disputed)]).toEqual([
    'basic',
    'advanced',
    'basic',
  ]);
  expect(await run()).toEqual({ lines: [], repaired: 0, failed: 0 });
});

test('a customer who is gone at the provider is forgotten', async () => {
  const member = await app.member();
  await member.subscribe('pro');
  app.sandbox.control.setWebhooks({ drop: ['*'] });
  const customer = customerOf(app, member);
  await fetch(`${app.sandbox.origin}/v1/customers/${customer}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${app.payments.secretKey}`, 'stripe-version': '2026-10-28.endive' },
  });
  const { lines } = await run();
  expect(lines).toContain(`${member.id}: customer ${customer} is gone at the provider, forgotten here`);
  expect(await member.status()).toMatchObject({ tier: 'basic', plan: null });
});

test('one that cannot be compared does not keep the others from it', async () => {
  const members = [await app.member(), await app.member()];
  for (const member of members) await member.subscribe('basic');
  app.sandbox.control.faults.add({ operation: 'subscriptions.list', kind: 'error', status: 400, times: 1 });
  expect(await run()).toMatchObject({ failed: 1 });
});

test('a period that is over without a word is asked about within minutes', async () => {
  const member = await app.member();
  const id = await member.subscribe('pro');
  app.sandbox.control.setWebhooks({ drop: ['*'] });
  app.sandbox.control.cancel(id, 'now');
  await sql`update subscriptions set current_period_end = now() - interval '3 hours', as_of = now() - interval '2 hours'
    where user_id = ${member.id}`.execute(app.database.db);
  expect(await tierOf(member)).toBe('pro');
  expect(await askAboutOverdue(payments)).toBe(1);
  expect(await tierOf(member)).toBe('basic');
  expect(await askAboutOverdue(payments)).toBe(0);
});

test('once a day everybody is compared, by one of all processes', async () => {
  const runs = await Promise.all([1, 2, 3].map(() => reconcileDaily(payments, async () => undefined)));
  expect(runs.filter((result) => result !== undefined)).toHaveLength(1);
  expect(await reconcileDaily(payments, async () => undefined)).toBeUndefined();
});
