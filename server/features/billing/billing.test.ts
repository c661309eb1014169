import { channel } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp } from '#server/testing/test-app.ts';
import { type BillingApp, CARD, createBillingApp, subscriptionsOf, tierOf } from './testing/billing-app.ts';

const DECLINED = ['4000000000000002', '4000000000009995'];
const ASKS_THE_BANK = '4000002500003155';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
});
afterAll(() => app.close());

const confirm = (secret: string, card = CARD) => app.sandbox.control.confirm(secret, card);

test('a member begins at basic, with nothing to pay', async () => {
  const member = await app.member();
  expect(await member.status()).toEqual({
    tier: 'basic',
    status: 'no_subscription',
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    plan: null,
    unpaid: null,
    endsAt: null,
    nextPlan: null,
    amountCents: null,
    nextAmountCents: null,
    regularCents: null,
    discountEndsAt: null,
    tax: null,
    pause: null,
    currency: null,
    graceUntil: null,
    isPaymentDue: false,
    isAuthenticationNeeded: false,
    trial: { isAvailable: true, endsAt: null },
    canExport: false,
    asOf: null,
  });
});

/** What the provider is asked while `work` runs, one after another: "GET prices". */
async function askedDuring(work: () => Promise<unknown>): Promise<string[]> {
  const { port } = new URL(app.sandbox.origin);
  const asked: string[] = [];
  const note = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const [, , resource = '', , sub] = request.path.replace(/\?.*/s, '').split('/');
    if (request.getHeader('host') !== `127.0.0.1:${port}`) return;
    asked.push(`${request.method} ${sub === undefined ? resource : `${resource}/${sub}`}`);
  };
  channel('http.client.request.start').subscribe(note);
  await work().finally(() => channel('http.client.request.start').unsubscribe(note));
  return asked;
}

describe('a first payment', () => {
  test('takes four calls to the provider; the client secret comes with the subscription', async () => {
    const member = await app.member();
    // Each would have us look again, and is not part of the purchase.
    app.sandbox.control.setWebhooks({ drop: ['*'] });
    expect(await askedDuring(() => member.begin('pro'))).toEqual([
      'GET prices',
      'POST customers',
      'POST subscriptions',
      'GET subscriptions',
    ]);
    // A page that is loaded again reads what is there, and whether its payment can still be made.
    expect(await askedDuring(() => member.begin('pro'))).toEqual([
      'GET prices',
      'GET customers',
      'GET subscriptions',
      'GET invoices',
      'GET invoice_payments',
    ]);
    app.sandbox.control.setWebhooks({ drop: [] });
  });

  test('opens the plan when it is made, and not before', async () => {
    const member = await app.member();
    const purchase = await member.begin('pro');
    expect(purchase).toMatchObject({ intent: 'payment', amountCents: 999, currency: 'usd' });
    expect(purchase.clientSecret).toMatch(/^pi_.*_secret_/);
    expect(await member.status()).toMatchObject({ tier: 'basic', status: 'incomplete', plan: null });
    expect(confirm(purchase.clientSecret).error).toBeUndefined();
    await app.settle();
    const [subscription] = subscriptionsOf(app, member);
    expect(await member.status()).toMatchObject({
      tier: 'pro',
      status: 'active',
      plan: 'pro',
      currentPeriodEnd: subscription?.items.data[0]?.current_period_end,
      cancelAtPeriodEnd: false,
      canExport: true,
      trial: { isAvailable: false },
    });
    expect(await tierOf(member)).toBe('pro');
    // Without it the first renewal would find no card.
    expect(subscription?.default_payment_method).toMatch(/^pm_/);
  });

  test('paid Basic reads what free Basic reads, and exports', async () => {
    const member = await app.member();
    await member.subscribe('basic');
    expect(await member.status()).toMatchObject({
      tier: 'basic',
      plan: 'basic',
      status: 'active',
      canExport: true,
    });
  });

  test.each(DECLINED)(
    'declined (%s): nothing is unlocked, and the same client secret can be paid later',
    async (card) => {
      const member = await app.member();
      const { clientSecret } = await member.begin('advanced');
      expect(confirm(clientSecret, card).error).toMatchObject({ code: 'card_declined' });
      await app.settle();
      expect(await member.status()).toMatchObject({ tier: 'basic', status: 'incomplete' });
      const again = await member.begin('advanced');
      expect(again.clientSecret).toBe(clientSecret);
      expect(confirm(clientSecret).error).toBeUndefined();
      await app.settle();
      expect(await member.status()).toMatchObject({ tier: 'advanced', status: 'active' });
      expect(subscriptionsOf(app, member)).toHaveLength(1);
    },
  );

  test('3-D Secure: abandoned, failed, passed', async () => {
    const member = await app.member();
    const { clientSecret } = await member.begin('pro');
    confirm(clientSecret, ASKS_THE_BANK);
    await app.settle();
    // Abandoned: the same payment continues later.
    expect(await tierOf(member)).toBe('basic');
    expect((await member.begin('pro')).clientSecret).toBe(clientSecret);
    app.sandbox.control.authenticate(clientSecret, 'failed');
    await app.settle();
    expect(await tierOf(member)).toBe('basic');
    confirm(clientSecret, ASKS_THE_BANK);
    app.sandbox.control.authenticate(clientSecret, 'succeeded');
    await app.settle();
    expect(await tierOf(member)).toBe('pro');
  });

  test('that was not finished within a day expires, and a new one can begin', async () => {
    const member = await app.member();
    const { clientSecret } = await member.begin('pro');
    app.sandbox.control.advance({ seconds: 24 * 3600 });
    await app.settle();
    expect(await member.status()).toMatchObject({ tier: 'basic', status: 'incomplete_expired' });
    const next = await member.begin('pro');
    expect(next.clientSecret).not.toBe(clientSecret);
    confirm(next.clientSecret);
    await app.settle();
    expect(await tierOf(member)).toBe('pro');
  });
});

test('a first payment covered by the customer’s credit balance activates the plan at once', async () => {
  const member = await app.member();
  await member.begin('basic');
  const [customer] = app.tables.customers.where(({ metadata }) => metadata['userId'] === member.id);
  if (customer === undefined) throw new Error('There is one.');
  customer.balance = -5000;
  const purchase = await member.begin('pro');
  expect(purchase).toMatchObject({ clientSecret: null, amountCents: 0, subscriptionId: expect.any(String) });
  expect(await member.status()).toMatchObject({ tier: 'pro', status: 'active', plan: 'pro' });
  const again = await member.post('/api/get-or-create-subscription', { priceId: app.prices.pro });
  expect([again.statusCode, again.json().code]).toEqual([409, 'already_subscribed']);
  await app.settle();
  expect(subscriptionsOf(app, member).filter(({ status }) => status === 'active')).toHaveLength(1);
});

describe('one subscription', () => {
  test('for twenty clicks at once, on two nodes', async () => {
    const member = await app.member();
    const other = await app.node();
    const body = { priceId: app.prices.pro };
    const headers = { cookie: member.cookie, origin: app.settings.publicUrl };
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? other : app).server.inject({
          method: 'POST',
          url: '/api/get-or-create-subscription',
          headers,
          payload: body,
        }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200));
    expect(new Set(responses.map((response) => response.json().clientSecret)).size).toBe(1);
    expect(subscriptionsOf(app, member)).toHaveLength(1);
    expect(app.tables.customers.where(({ metadata }) => metadata['userId'] === member.id)).toHaveLength(1);
  });

  test('after a response that got lost', async () => {
    const member = await app.member();
    app.sandbox.control.faults.add({ operation: 'subscriptions.create', kind: 'lost', times: 3 });
    const lost = await member.post('/api/get-or-create-subscription', { priceId: app.prices.pro });
    expect(lost.statusCode).toBe(503);
    expect(lost.json()).toMatchObject({
      message: 'Failed to create subscription',
      error: { message: 'Failed to create subscription' },
    });
    await member.subscribe('pro');
    expect(subscriptionsOf(app, member)).toHaveLength(1);
  });

  test('while one is active there is no second', async () => {
    const member = await app.member();
    await member.subscribe('advanced');
    for (const tier of ['advanced', 'pro'] as const) {
      const refused = await member.post('/api/get-or-create-subscription', { priceId: app.prices[tier] });
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({
        code: 'already_subscribed',
        error: { message: expect.any(String) },
      });
    }
    expect(subscriptionsOf(app, member)).toHaveLength(1);
  });
});

describe('another plan while the first is not paid', () => {
  test('the first can no longer be paid', async () => {
    const member = await app.member();
    const first = await member.begin('basic');
    const second = await member.begin('pro');
    expect(second.subscriptionId).not.toBe(first.subscriptionId);
    expect(confirm(first.clientSecret).error?.code).toBe('payment_intent_unexpected_state');
    expect(confirm(second.clientSecret).error).toBeUndefined();
    await app.settle();
    expect(await member.status()).toMatchObject({ tier: 'pro', plan: 'pro' });
    const alive = subscriptionsOf(app, member).filter(({ status }) => status === 'active');
    expect(alive.map(({ id }) => id)).toEqual([second.subscriptionId]);
  });

  test('paid in the old tab in the meantime, it is the purchase', async () => {
    const member = await app.member();
    app.sandbox.control.setWebhooks({ hold: true });
    const first = await member.begin('basic');
    confirm(first.clientSecret);
    const refused = await member.post('/api/get-or-create-subscription', { priceId: app.prices.pro });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'already_subscribed']);
    expect(await member.status()).toMatchObject({ status: 'active', plan: 'basic' });
    app.sandbox.control.webhooks.release();
    await app.settle();
    expect(subscriptionsOf(app, member)).toHaveLength(1);
  });

  test('paid between our look and our void, it is the purchase too', async () => {
    const member = await app.member();
    const first = await member.begin('basic');
    app.sandbox.control.faults.add({
      operation: 'invoices.voidInvoice',
      kind: 'delay',
      delay: 60_000,
      times: 1,
    });
    const switching = member.post('/api/get-or-create-subscription', { priceId: app.prices.pro });
    while (app.sandbox.control.faults.list().length > 0) await new Promise((done) => setTimeout(done, 5));
    confirm(first.clientSecret);
    app.sandbox.control.faults.clear();
    const refused = await switching;
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'already_subscribed']);
    await app.settle();
    expect(await member.status()).toMatchObject({ status: 'active', plan: 'basic' });
    expect(subscriptionsOf(app, member)).toHaveLength(1);
  });
});

describe('prices', () => {
  test.each([
    ['nobody’s', 'price_unknown'],
    ['with something behind it', "price_1'; drop table users; --"],
    ['empty', ''],
    ['a list', ['price_1']],
    ['nothing', null],
  ])('%s is refused, and nothing is created', async (_name, priceId) => {
    const member = await app.member();
    const refused = await member.post('/api/get-or-create-subscription', { priceId });
    expect(refused.statusCode).toBe(400);
    expect(subscriptionsOf(app, member)).toHaveLength(0);
    expect(app.tables.customers.where(({ metadata }) => metadata['userId'] === member.id)).toHaveLength(0);
  });

  test('a price that is archived or higher than shown is refused', async () => {
    const member = await app.member();
    const price = app.tables.prices.require(app.prices.advanced);
    price.active = false;
    const archived = await member.post('/api/get-or-create-subscription', { priceId: price.id });
    expect(archived.statusCode).toBe(400);
    price.active = true;
    price.unit_amount = 599;
    const dearer = await member.post('/api/get-or-create-subscription', { priceId: price.id });
    expect([dearer.statusCode, dearer.json().message]).toEqual([503, 'Payment system not configured']);
    price.unit_amount = 499;
    expect(subscriptionsOf(app, member)).toHaveLength(0);
  });

  test('a tier, a customer or a state that a browser sends changes nothing', async () => {
    const member = await app.member();
    const { subscriptionId } = await member.begin('pro');
    const extra = { priceId: app.prices.basic, tier: 'pro', customer: 'cus_1', status: 'active' };
    expect((await member.post('/api/get-or-create-subscription', extra)).statusCode).toBe(400);
    await member.get(
      `/subscription-success?tier=pro&redirect_status=succeeded&subscription=${subscriptionId}`,
    );
    await member.post('/api/subscription/sync');
    expect(await tierOf(member)).toBe('basic');
  });
});

test('each member has one customer, with their current email address', async () => {
  const member = await app.member();
  await member.begin('basic');
  await app.database.pool.query("update users set email = 'new@example.com' where id = $1", [member.id]);
  await member.begin('pro');
  const customers = app.tables.customers.where(({ metadata }) => metadata['userId'] === member.id);
  expect(customers.map(({ email }) => email)).toEqual(['new@example.com']);
});

test('the settings tell what the page needs, and nothing secret', async () => {
  const response = await app.get('/api/subscription/settings');
  expect(response.json()).toEqual({
    isConfigured: true,
    publishableKey: app.payments.publishableKey,
    stripeJsUrl: app.payments.sandbox?.jsUrl,
    takesPromotionCodes: false,
    tax: null,
    priceIds: app.prices,
  });
});

test('without keys nothing can be paid, and the settings say so', async () => {
  const bare = await createTestApp({ template: 'empty' });
  expect((await bare.get('/api/subscription/settings')).json()).toEqual({
    isConfigured: false,
    publishableKey: null,
    stripeJsUrl: null,
    priceIds: {},
    takesPromotionCodes: false,
    tax: null,
  });
  const webhook = await bare.server.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: { 'stripe-signature': 't=1,v1=2' },
    payload: { id: 'evt_1' },
  });
  expect([webhook.statusCode, webhook.json().message]).toEqual([503, 'Payment system not configured']);
  await bare.close();
});
