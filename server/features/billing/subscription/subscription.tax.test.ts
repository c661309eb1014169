import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlanTier } from '#contract/billing.ts';
import {
  type BillingApp,
  CARD,
  createBillingApp,
  customerOf,
  type Payer,
  subscriptionsOf,
} from '../testing/billing-app.ts';

let app: BillingApp;
beforeAll(async () => {
  const offers = { promotionCodes: true, retentionCoupon: undefined, pause: true };
  app = await createBillingApp({ settings: { tax: 'added', offers } });
});
afterAll(() => app.close());

const begin = (member: Payer, tier: PlanTier, more: object = {}) =>
  member.post('/api/get-or-create-subscription', { priceId: app.prices[tier], ...more });
const live = (member: Payer, country: string, postalCode = '') =>
  member.put('/api/subscription/address', { country, postalCode });
const pay = async (clientSecret: string) => {
  expect(app.sandbox.control.confirm(clientSecret, CARD).error).toBeUndefined();
  await app.settle();
};
const paid = (member: Payer) =>
  app.tables.invoices
    .where(({ customer, status }) => customer === customerOf(app, member) && status === 'paid')
    .map((invoice) => invoice.amount_paid);
const BRIEF = {
  goal: 'Plan a week of family dinners',
  context: 'For two children who eat at home on weekdays.',
  result: 'A table with a row for each day.',
};

describe('where tax is added', () => {
  test('nothing can be bought without a billing address, and each amount shown is the one charged', async () => {
    const member = await app.member();
    expect((await member.get('/api/subscription/settings')).json().tax).toBe('added');
    expect((await begin(member, 'pro')).json()).toMatchObject({ status: 400, code: 'address_needed' });
    expect(subscriptionsOf(app, member)).toEqual([]);
    expect((await live(member, 'US')).statusCode).toBe(400);
    expect((await live(member, 'XX', '1')).statusCode).toBe(400);
    expect((await live(member, 'US', '00000')).json()).toMatchObject({
      status: 400,
      code: 'address_unknown',
    });
    expect((await live(member, 'US', ' 94103 ')).json()).toEqual({ country: 'US', postalCode: '94103' });
    const first = (await begin(member, 'pro')).json();
    const place = { country: 'US', postalCode: '94103' };
    expect(first).toMatchObject({
      amountCents: 1079,
      monthlyCents: 999,
      tax: { kind: 'added', amountCents: 80, place },
    });
    expect((await member.status()).unpaid).toMatchObject({ amountCents: 999, tax: 'added' });
    // The same again for the same place; for another place the first can be paid no more.
    expect((await begin(member, 'pro')).json()).toEqual(first);
    await live(member, 'DE');
    const other = (await begin(member, 'pro')).json();
    expect(other).toMatchObject({ amountCents: 1189, tax: { amountCents: 190 } });
    expect(app.sandbox.control.confirm(first.clientSecret, CARD).error).toBeDefined();
    const reduced = (await begin(member, 'pro', { promotionCode: 'LAUNCH20' })).json();
    expect(reduced).toMatchObject({
      amountCents: 951,
      discount: { offCents: 200 },
      tax: { amountCents: 152 },
    });
    await pay(reduced.clientSecret);
    expect(await member.status()).toMatchObject({ status: 'active', amountCents: 799, tax: 'added' });
    expect(paid(member)).toEqual([951]);
    expect((await member.get('/api/subscription/bills')).json().bills[0].amountCents).toBe(951);
  });

  test('an upgrade is charged as previewed, and renewals with tax', async () => {
    const member = await app.member();
    await live(member, 'GB');
    await pay((await begin(member, 'basic')).json().clientSecret);
    const body = { priceId: app.prices.pro };
    const preview = (await member.post('/api/subscription/change-preview', body)).json();
    expect(preview).toMatchObject({ amountDueCents: 840, monthlyCents: 999, tax: 'added' });
    const change = { ...body, prorationDate: preview.prorationDate };
    expect((await member.post('/api/subscription/change', change)).statusCode).toBe(200);
    const lower = { priceId: app.prices.basic };
    expect((await member.post('/api/subscription/change-preview', lower)).json().tax).toBe('added');
    app.sandbox.control.advance({ until: 'renewal' });
    await app.settle();
    expect(paid(member)).toEqual([359, 840, 1199]);
  });

  test('after a change of address, the next bill is for the new address', async () => {
    const member = await app.member();
    await live(member, 'US', '94103');
    await pay((await begin(member, 'pro')).json().clientSecret);
    const place = async () => (await member.get('/api/subscription/bills')).json().place;
    expect(await place()).toEqual({ country: 'US', postalCode: '94103' });
    expect((await live(member, 'DE')).statusCode).toBe(200);
    expect(await place()).toEqual({ country: 'DE', postalCode: null });
    app.sandbox.control.advance({ until: 'renewal', customer: customerOf(app, member) });
    await app.settle();
    expect(paid(member)).toEqual([1079, 1189]);
  });

  test('a business gives its tax ID on the provider’s page and accounts for the tax itself', async () => {
    const member = await app.member();
    await live(member, 'DE');
    const taxed = (await begin(member, 'pro')).json();
    expect(taxed.tax).toMatchObject({ amountCents: 190, reason: null });
    await pay(taxed.clientSecret);
    const { url } = (await member.post('/api/subscription/portal', { purpose: 'invoices' })).json();
    const response = await fetch(`${url}/tax-id`, {
      method: 'POST',
      body: new URLSearchParams({ tax_id: 'DE123456789' }),
      headers: { origin: app.sandbox.origin },
      redirect: 'manual',
    });
    expect(response.status).toBe(303);
    expect(await (await fetch(url)).text()).toContain('DE123456789');
    app.sandbox.control.advance({ until: 'renewal', customer: customerOf(app, member) });
    await app.settle();
    expect(paid(member)).toEqual([1189, 999]);
    const order = { key: crypto.randomUUID(), brief: BRIEF };
    const { id } = (await member.post('/api/orders', order)).json();
    expect((await member.post(`/api/orders/${id}/pay`)).json()).toMatchObject({
      amountCents: 9900,
      tax: { amountCents: 0, reason: 'reverse_charge' },
    });
  });

  test('an order’s bill has the tax of the billing address at payment', async () => {
    const member = await app.member();
    const key = crypto.randomUUID();
    const { id } = (await member.post('/api/orders', { key, brief: BRIEF })).json();
    const checkout = async () => (await member.post(`/api/orders/${id}/pay`)).json();
    expect(await checkout()).toMatchObject({ status: 400, code: 'address_needed' });
    await live(member, 'US', '94103');
    const first = await checkout();
    expect(first).toMatchObject({ amountCents: 10692, tax: { kind: 'added', amountCents: 792 } });
    expect(await checkout()).toEqual(first);
    await live(member, 'FR');
    const untaxed = await checkout();
    expect(untaxed).toMatchObject({
      amountCents: 9900,
      tax: { kind: 'added', amountCents: 0, reason: 'none_due' },
    });
    expect(app.sandbox.control.confirm(first.clientSecret, CARD).error).toBeDefined();
    await live(member, 'DE');
    const last = await checkout();
    await pay(last.clientSecret);
    expect(paid(member)).toEqual([11781]);
    expect((await member.get(`/api/orders/${id}`)).json()).toMatchObject({
      state: 'received',
      amountCents: 9900,
      paidCents: 11781,
      currency: 'usd',
    });
    expect((await member.get(`/api/orders/${id}/bill`)).json().amountCents).toBe(11781);
  });
});

test('with tax included, the price is what is charged; a price with another tax behavior is not sold', async () => {
  const { payments, tables } = app;
  const member = await app.member();
  await live(member, 'DE');
  tables.prices.require(app.prices.pro).tax_behavior = 'exclusive';
  payments.tax = 'included';
  expect((await begin(member, 'pro')).json()).toMatchObject({ status: 503, code: 'payments_not_configured' });
  tables.prices.require(app.prices.pro).tax_behavior = 'inclusive';
  const made = (await begin(member, 'pro')).json();
  expect(made).toMatchObject({ amountCents: 999, tax: { kind: 'included', amountCents: 160 } });
  await pay(made.clientSecret);
  expect(await member.status()).toMatchObject({ amountCents: 999, tax: 'included' });
  // Without the setting: no address, no tax, and a purchase that was begun with it is begun anew.
  payments.tax = 'added';
  const other = await app.member();
  await live(other, 'DE');
  const taxed = (await begin(other, 'basic')).json();
  payments.tax = undefined;
  expect((await live(other, 'DE')).json().code).toBe('no_address_needed');
  expect((await begin(other, 'basic')).json()).toMatchObject({ amountCents: 299, tax: null });
  expect(app.sandbox.control.confirm(taxed.clientSecret, CARD).error).toBeDefined();
  payments.tax = 'added';
});
