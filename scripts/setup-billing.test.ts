import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countPayments,
  dropPayments,
  findSomeCustomers,
} from '#server/features/billing/setup/setup.to-live.queries.ts';
import {
  type BillingApp,
  createBillingApp,
  customerOf,
} from '#server/features/billing/testing/billing-app.ts';
import { runScript, type ScriptResult } from './testing/run-script.ts';

let app: BillingApp;
let settings: Record<string, string>;
beforeAll(async () => {
  app = await createBillingApp();
  settings = { ...app.sandbox.credentials, PUBLIC_URL: app.settings.publicUrl };
});
afterAll(() => app.close());

const run = (script: string, args: string[] = [], more: Record<string, string> = {}): Promise<ScriptResult> =>
  runScript(script, args, {
    cwd: '/tmp',
    databaseUrl: app.database.url,
    settings: { ...settings, ...more },
  });

const made = () => ['products', 'prices', 'portals', 'webhookEndpoints'].map((name) => count(name));
const count = (name: string) =>
  Object.entries(app.tables)
    .find(([table]) => table === name)?.[1]
    .all().length;

const { STRIPE_PRICE_BASIC: _basic, ...WITHOUT } = { STRIPE_PRICE_BASIC: '' };

test('setup: nothing in a dry run, everything once, nothing the second time; then the doctor is content', async () => {
  const fresh = { ...WITHOUT, STRIPE_PRICE_BASIC: '', STRIPE_PRICE_ADVANCED: '', STRIPE_PRICE_PRO: '' };
  const before = made();
  const dry = await run('setup-billing.ts', ['--dry-run'], { ...fresh, STRIPE_TAX: 'included' });
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(dry.out).toContain('would create webhook endpoint');
  expect(dry.out).toContain('would create price of Basic, 2.99 USD a month, tax included');
  expect(made()).toEqual(before);
  const doctorBefore = await run('examine-billing.ts');
  expect(doctorBefore).toMatchObject({ code: 1, err: '' });
  expect(doctorBefore.out).toContain('ERROR webhook: no endpoint sends to');

  const first = await run('setup-billing.ts', [], fresh);
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(made()).toEqual([3, 6, 1, 1]);
  const lines = Object.fromEntries(
    [...first.out.matchAll(/^(STRIPE_(?:PRICE|PORTAL)\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  expect(Object.keys(lines)).toHaveLength(4);
  const second = await run('setup-billing.ts', [], lines);
  expect(second).toMatchObject({ code: 0, err: '' });
  expect(second.out).not.toMatch(/^ {2}(?:created|would)/m);
  expect(made()).toEqual([3, 6, 1, 1]);

  for (const _again of [1, 2]) {
    const doctor = await run('examine-billing.ts', [], lines);
    expect(doctor).toMatchObject({ code: 0, err: '' });
    expect(doctor.out).not.toMatch(/ERROR|warn/);
    expect(doctor.out).toContain('ok    STRIPE_STAY_COUPON: sandbox_stay, 2 months');
    expect(doctor.out).toContain('ok    STRIPE_TAX: none');
    expect(doctor.out.split('\n').length).toBeGreaterThan(8);
  }
});

test('the doctor finds what is wrong, one line each', async () => {
  const pro = app.tables.prices.require(app.prices.pro);
  const [endpoint] = app.tables.webhookEndpoints.all();
  pro.unit_amount = 1099;
  if (endpoint) endpoint.enabled_events = ['invoice.paid'];
  const { code, out } = await run('examine-billing.ts', [], {
    STRIPE_PRICE_BASIC: `${app.prices.basic},price_gone`,
    STRIPE_PORTAL_CONFIGURATION: 'bpc_gone',
    STRIPE_STAY_COUPON: 'no_such_coupon',
    STRIPE_TAX: 'included',
  });
  pro.unit_amount = 999;
  expect(code).toBe(1);
  expect(out).toContain('ERROR STRIPE_PRICE_PRO: charges 1099 cents, more than the 999 shown');
  expect(out).toContain('warn  STRIPE_PRICE_BASIC: price_gone is archived');
  expect(out).toContain('does not send charge.dispute.closed');
  expect(out).toContain('ERROR portal: bpc_gone is not there');
  expect(out).toContain('ERROR STRIPE_STAY_COUPON: no_such_coupon is not there');
  expect(out).toContain('is without tax, STRIPE_TAX=included: nobody can buy it');
  expect(out).toContain('ok    STRIPE_TAX: included; registered in US');
  const repaired = await run('setup-billing.ts');
  expect(repaired.out).toContain('set      the events of webhook endpoint');
  const wrongKey = await run('examine-billing.ts', [], { STRIPE_SECRET_KEY: 'sk_test_wrong' });
  expect([wrongKey.code, wrongKey.out]).toEqual([
    1,
    expect.stringMatching(/ERROR prices: .*refuses our key/),
  ]);
});

test('setup refuses live keys unless it is told, and addresses the provider cannot reach', async () => {
  const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_BASE: '' };
  const refused = await run('setup-billing.ts', [], { ...live, PUBLIC_URL: 'https://example.org' });
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('say --live')]);
  const here = await run('setup-billing.ts', [], { STRIPE_API_BASE: '' });
  expect([here.code, here.err]).toEqual([1, expect.stringContaining('https:// addresses only')]);
});

test('to live: asks, refuses a database of the live account, and keeps the people', async () => {
  const member = await app.member();
  await member.subscribe('pro');
  await member.post('/api/subscription/trial');
  const live = {
    STRIPE_SECRET_KEY: 'sk_live_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_sandbox',
  };
  const test = await run('move-billing-to-live.ts');
  expect([test.code, test.err]).toEqual([2, expect.stringContaining('Set the live keys first')]);
  // Live keys and a sandbox never go together, so what the command does is called by itself.
  const refused = await run('move-billing-to-live.ts', [], live);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('must not be set together')]);
  const { db } = app.database;
  expect(await countPayments(db)).toMatchObject({ customers: 1, plans: 1 });
  expect(await findSomeCustomers(db)).toEqual([customerOf(app, member)]);
  await dropPayments(db);
  expect(await countPayments(db)).toEqual({ customers: 0, plans: 0, orders: 0 });
  expect(await member.status()).toMatchObject({ status: 'no_subscription', tier: 'basic' });
});
