import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countPayments,
  dropPayments,
  findSomeCustomers,
} from '#server/features/billing/setup/setup.test-data.queries.ts';
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

test('setup creates nothing in a dry run, everything once, and nothing twice; then the doctor finds no problem', async () => {
  const fresh = { ...WITHOUT, STRIPE_PRICE_BASIC: '', STRIPE_PRICE_ADVANCED: '', STRIPE_PRICE_PRO: '' };
  const before = made();
  const dry = await run('setup-billing.ts', ['--dry-run'], { ...fresh, STRIPE_TAX: 'included' });
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(dry.out).toContain('would create webhook endpoint');
  expect(dry.out).toContain('would create price of Basic, 2.99 USD a month, tax included');
  expect(made()).toEqual(before);
  // Before the first start there is no database, and looking makes none.
  const dataDir = await mkdtemp(join(tmpdir(), 'doctor-'));
  const early = await runScript('billing-doctor.ts', [], { cwd: '/tmp', dataDir, settings });
  expect(early).toMatchObject({ code: 1, err: '' });
  expect(early.out).toContain('warn  database: not there before the first start');
  expect(await readdir(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
  const doctorBefore = await run('billing-doctor.ts');
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
    const doctor = await run('billing-doctor.ts', [], lines);
    expect(doctor).toMatchObject({ code: 0, err: '' });
    expect(doctor.out).not.toMatch(/ERROR|warn/);
    expect(doctor.out).toContain('ok    STRIPE_STAY_COUPON: sandbox_stay, 2 months');
    expect(doctor.out).toContain('ok    STRIPE_TAX: none');
    expect(doctor.out).toContain('ok    methods: cards; Link is on in the account, and off in our forms');
    expect(doctor.out.split('\n').length).toBeGreaterThan(8);
  }
});

test('the doctor finds what is wrong, one line each', async () => {
  const pro = app.tables.prices.require(app.prices.pro);
  const [endpoint] = app.tables.webhookEndpoints.all();
  const [ways] = app.tables.methodConfigurations.all();
  if (ways) ways.card.available = false;
  pro.unit_amount = 1099;
  if (endpoint) endpoint.enabled_events = ['invoice.paid'];
  const { code, out } = await run('billing-doctor.ts', [], {
    STRIPE_PRICE_BASIC: `${app.prices.basic},price_gone`,
    STRIPE_PORTAL_CONFIGURATION: 'bpc_gone',
    STRIPE_STAY_COUPON: 'no_such_coupon',
    STRIPE_TAX: 'included',
  });
  pro.unit_amount = 999;
  if (ways) ways.card.available = true;
  expect(code).toBe(1);
  expect(out).toContain('ERROR STRIPE_PRICE_PRO: charges 1099 cents, more than the 999 shown');
  expect(out).toContain('ERROR methods: the account takes no cards: nobody can pay');
  expect(out).toContain('warn  STRIPE_PRICE_BASIC: price_gone is archived');
  expect(out).toContain('does not send charge.dispute.closed');
  expect(out).toContain('ERROR portal: bpc_gone is not there');
  expect(out).toContain('ERROR STRIPE_STAY_COUPON: no_such_coupon is not there');
  expect(out).toContain('is without tax, STRIPE_TAX=included: nobody can buy it');
  expect(out).toContain('ok    STRIPE_TAX: included; registered in US');
  const repaired = await run('setup-billing.ts');
  expect(repaired.out).toContain('set      the events of webhook endpoint');
  // With tax, businesses enter their numbers on the portal's pages.
  const taxed = { STRIPE_TAX: 'added', STRIPE_PORTAL_CONFIGURATION: app.tables.portals.all()[0]?.id ?? '' };
  expect((await run('billing-doctor.ts', [], taxed)).out).toContain('takes no tax IDs of businesses');
  const repairing = await run('setup-billing.ts', [], taxed);
  expect(repairing.out).toContain(`set      portal ${taxed.STRIPE_PORTAL_CONFIGURATION} to take tax IDs`);
  expect((await run('billing-doctor.ts', [], taxed)).out).not.toContain('takes no tax IDs');
  const wrongKey = await run('billing-doctor.ts', [], { STRIPE_SECRET_KEY: 'sk_test_wrong' });
  expect([wrongKey.code, wrongKey.out]).toEqual([
    1,
    expect.stringMatching(/ERROR prices: .*refuses our key/),
  ]);
});

test('the restricted key may do what our calls need, and nothing else', async () => {
  const folder = join(import.meta.dirname, '../server/features/billing/provider');
  const sources = (await readdir(folder)).filter((name) => !name.includes('.test.'));
  const code = await Promise.all(sources.map((name) => readFile(join(folder, name), 'utf8')));
  const calls = code.flatMap((text) =>
    [...text.matchAll(/stripe\s*\.((?:\w+\s*\.)*\w+)\(/g)].map(([, call = '']) => call),
  );
  const needed = new Map<string, string>();
  for (const call of new Set(calls.map((one) => one.replaceAll(/\s/g, '')))) {
    if (call.startsWith('webhooks.') || FOR_SETUP.has(call)) continue;
    const [, method = ''] = /\.(\w+)$/.exec(call) ?? [];
    const name = PERMISSIONS[call.slice(0, -method.length - 1)] ?? call;
    if (!/^(?:retrieve|list|createPreview)$/.test(method)) needed.set(name, 'Write');
    else if (!needed.has(name)) needed.set(name, 'Read');
  }
  const page = await readFile(join(import.meta.dirname, '../docs/going-live.md'), 'utf8');
  const rows = [...page.matchAll(/^ *\| (\w[\w ]*?) +\| (Read|Write) +\|/gm)];
  expect(Object.fromEntries(rows.map(([, name, level]) => [name, level]))).toEqual(
    Object.fromEntries(needed),
  );
});

/** What the Dashboard's form calls the permission for a part of the SDK. */
const PERMISSIONS: Record<string, string> = {
  customers: 'Customers',
  subscriptions: 'Subscriptions',
  invoices: 'Invoices',
  invoiceItems: 'Invoices',
  invoicePayments: 'Invoices',
  creditNotes: 'Credit notes',
  refunds: 'Charges and Refunds',
  paymentIntents: 'PaymentIntents',
  paymentMethods: 'PaymentMethods',
  paymentMethodConfigurations: 'Payment Method Configurations',
  disputes: 'Disputes',
  prices: 'Prices',
  coupons: 'Coupons',
  promotionCodes: 'Promotion codes',
  'billingPortal.sessions': 'Customer portal',
  'billingPortal.configurations': 'Customer portal',
  'tax.settings': 'Tax settings',
  'tax.registrations': 'Tax registrations',
  webhookEndpoints: 'Webhook endpoints',
};

/** Setup has the full key. */
const FOR_SETUP = new Set([
  'prices.create',
  'prices.list',
  'products.create',
  'products.retrieve',
  'webhookEndpoints.create',
  'webhookEndpoints.update',
  'billingPortal.configurations.create',
  'billingPortal.configurations.update',
]);

test('setup refuses live keys without --live, and addresses the provider cannot reach', async () => {
  const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_BASE: '' };
  const refused = await run('setup-billing.ts', [], { ...live, PUBLIC_URL: 'https://example.org' });
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('say --live')]);
  // With the test key still in .env, the test account must not be taken for the live one.
  const asked = await run('setup-billing.ts', ['--live']);
  expect([asked.code, asked.out, asked.err]).toEqual([
    1,
    '',
    expect.stringContaining('Set STRIPE_SECRET_KEY, to the live key for --live'),
  ]);
  const mixed = await run('setup-billing.ts', [], {
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_live',
    STRIPE_PRICE_PRO: 'price_of_live',
  });
  expect(mixed).toMatchObject({ code: 0, err: '' });
  expect(mixed.out).not.toMatch(/[kf]_live/);
  const wrong = await run('setup-billing.ts', [], { STRIPE_SECRET_KEY: 'sk_test_wrong' });
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('needs the full secret key')]);
  const here = await run('setup-billing.ts', [], { STRIPE_API_BASE: '' });
  expect([here.code, here.err]).toEqual([1, expect.stringContaining('https:// addresses only')]);
});

test('delete-test-data asks first, refuses a database of the live account, and keeps the members', async () => {
  const member = await app.member();
  await member.subscribe('pro');
  await member.post('/api/subscription/trial');
  const live = {
    STRIPE_SECRET_KEY: 'sk_live_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_sandbox',
  };
  const test = await run('delete-test-billing.ts');
  expect([test.code, test.err]).toEqual([2, expect.stringContaining('Set the live keys first')]);
  // Live keys and a sandbox never go together, so what the command does is called by itself.
  const refused = await run('delete-test-billing.ts', [], live);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('must not be set together')]);
  const { db } = app.database;
  expect(await countPayments(db)).toMatchObject({ customers: 1, plans: 1 });
  expect(await findSomeCustomers(db)).toEqual([customerOf(app, member)]);
  await dropPayments(db);
  expect(await countPayments(db)).toEqual({ customers: 0, plans: 0, orders: 0 });
  expect(await member.status()).toMatchObject({ status: 'no_subscription', tier: 'basic' });
});
