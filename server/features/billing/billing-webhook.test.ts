import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from '#server/testing/app.ts';
import {
  type BillingApp,
  createBillingApp,
  customerOf,
  subscriptionsOf,
  tierOf,
} from './testing/billing-app.ts';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
});
afterAll(() => app.close());
beforeEach(() => {
  app.sandbox.control.setWebhooks({
    hold: false,
    drop: [],
    shuffle: true,
    duplicate: true,
    beforeAnswer: false,
  });
});

const now = () => Math.floor(Date.now() / 1000);

function sign(payload: string, secret = app.payments.webhookSecret, time = now()): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
}

function note(customer: string, overrides: Record<string, unknown> = {}): string {
  return JSON.stringify({
    id: `evt_${Math.random().toString(36).slice(2)}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    type: 'customer.subscription.updated',
    livemode: false,
    created: now(),
    data: { object: { id: 'sub_1', object: 'subscription', customer, status: 'active', tier: 'pro' } },
    ...overrides,
  });
}

const post = (payload: string | Buffer, signature: string | undefined, server = app.server) =>
  server.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
    payload,
  });

describe('signatures (P1)', () => {
  test('what is signed is taken, without an origin, a cookie, or a limit', async () => {
    const payload = note('cus_nobody');
    const answer = await post(payload, sign(payload));
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }]);
    expect(answer.headers['ratelimit-limit']).toBeUndefined();
  });

  test('anything else is refused', async () => {
    const payload = note('cus_nobody');
    const good = sign(payload);
    const refused = {
      'no signature': await post(payload, undefined),
      'an empty one': await post(payload, ''),
      'a bad one': await post(
        payload,
        good.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
      'of another secret': await post(payload, sign(payload, 'whsec_other')),
      'of the API key': await post(payload, sign(payload, app.payments.secretKey)),
      'a byte changed': await post(payload.replace('pro', 'prp'), good),
      'written anew': await post(JSON.stringify(JSON.parse(payload), null, 1), good),
      '301 seconds old': await post(payload, sign(payload, undefined, now() - 301)),
      'an hour from the future': await post(payload, sign(payload, undefined, now() + 3600)),
      'without a time': await post(payload, good.replace(/^t=\d+,/, '')),
      'no JSON': await post('hello', sign('hello')),
      'a thin note': await post('{"object":"v2.core.event"}', sign('{"object":"v2.core.event"}')),
      'of real money': await post(
        payload.replace('"livemode":false', '"livemode":true'),
        sign(payload.replace('"livemode":false', '"livemode":true')),
      ),
    };
    for (const [name, answer] of Object.entries(refused)) {
      expect([name, answer.statusCode]).toEqual([name, 400]);
      expect(answer.payload).not.toMatch(/whsec_|sk_test/);
    }
  });

  test('two signatures, one right: a secret that is being changed', async () => {
    const payload = note('cus_nobody');
    const [time, right] = sign(payload).split(',');
    const wrong = sign(payload, 'whsec_old').split(',')[1];
    expect((await post(payload, `${time},${wrong},${right}`)).statusCode).toBe(200);
    expect((await post(payload, `${time},${wrong},${wrong}`)).statusCode).toBe(400);
  });

  test('forms and large bodies are not read', async () => {
    const form = await app.server.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: { 'content-type': 'text/plain', 'stripe-signature': sign('x') },
      payload: 'x',
    });
    expect(form.statusCode).toBe(415);
    const large = JSON.stringify({ filler: 'x'.repeat(1_000_001) });
    expect((await post(large, sign(large))).statusCode).toBe(413);
  });

  test('whoever sends too much that is not signed is stopped; the provider is not', async () => {
    const limited = await createTestApp({
      template: 'empty',
      settings: { payments: app.payments, rateLimit: 600 },
    });
    const payload = note('cus_nobody');
    const from = (remoteAddress: string, signature: string) =>
      limited.server.inject({
        method: 'POST',
        url: '/api/stripe/webhook',
        remoteAddress,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload,
      });
    const codes: number[] = [];
    for (let at = 0; at < 62; at += 1) codes.push((await from('192.0.2.1', 't=1,v1=2')).statusCode);
    expect(codes).toEqual([...Array<number>(61).fill(400), 429]);
    for (let at = 0; at < 62; at += 1) expect((await from('192.0.2.2', sign(payload))).statusCode).toBe(200);
    await limited.close();
  });
});

test('a note is no truth: what it says is looked up (P3)', async () => {
  const member = await app.member();
  await member.begin('pro');
  const payload = note(customerOf(app, member));
  expect((await post(payload, sign(payload))).statusCode).toBe(200);
  expect(await tierOf(member)).toBe('basic');
});

test('one note a hundred times at once, on two nodes, has one effect (P2)', async () => {
  const member = await app.member();
  app.sandbox.control.setWebhooks({ hold: true });
  const { clientSecret } = await member.begin('pro');
  app.sandbox.control.confirm(clientSecret, '4242424242424242');
  const other = await app.node();
  const payload = note(customerOf(app, member), { id: 'evt_hundred' });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => post(payload, sign(payload), at % 2 ? other.server : app.server)),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(await tierOf(member)).toBe('pro');
  const { rows } = await app.database.pool.query("select from stripe_events where event_id = 'evt_hundred'");
  expect(rows).toHaveLength(1);
  expect((await post(payload, sign(payload))).statusCode).toBe(200);
  app.sandbox.control.webhooks.release();
  await app.settle();
  expect(await tierOf(member)).toBe('pro');
});

test('a tier follows its note within a second, on every node', async () => {
  const member = await app.member();
  const other = await app.node();
  const seen = async () =>
    (await other.get('/api/auth/user', { headers: { cookie: member.cookie } })).json().subscriptionTier;
  const { clientSecret } = await member.begin('pro');
  app.sandbox.control.confirm(clientSecret, '4242424242424242');
  const started = performance.now();
  while ((await seen()) !== 'pro') expect(performance.now() - started).toBeLessThan(1000);
  await app.settle();
  const [subscription] = subscriptionsOf(app, member);
  app.sandbox.control.cancel(subscription?.id ?? '', 'now');
  const ended = performance.now();
  while ((await seen()) !== 'basic') expect(performance.now() - ended).toBeLessThan(1000);
});

describe('notes that travel badly', () => {
  test.each([
    ['shuffled and twice', { shuffle: true, duplicate: true }],
    ['in order and once', { shuffle: false, duplicate: false }],
    ['before the answer that caused them', { beforeAnswer: true }],
  ])('%s: the end is the same', async (_name, switches) => {
    app.sandbox.control.setWebhooks(switches);
    const member = await app.member();
    await member.subscribe('advanced');
    expect(await member.status()).toMatchObject({ status: 'active', tier: 'advanced' });
    app.sandbox.control.setWebhooks({ beforeAnswer: false });
    await member.post('/api/subscription/cancel');
    await app.settle();
    expect(await member.status()).toMatchObject({ cancelAtPeriodEnd: true, tier: 'advanced' });
  });

  test('none at all: the member’s return from paying is enough, repeatedly', async () => {
    app.sandbox.control.setWebhooks({ drop: ['*'] });
    const member = await app.member();
    const { clientSecret } = await member.begin('pro');
    app.sandbox.control.confirm(clientSecret, '4242424242424242');
    await app.settle();
    expect(await tierOf(member)).toBe('basic');
    for (const _again of [1, 2]) {
      expect((await member.post('/api/subscription/sync')).json()).toMatchObject({
        status: 'active',
        tier: 'pro',
      });
    }
    // And when they come after all, late and in any order:
    app.sandbox.control.setWebhooks({ drop: [] });
    app.sandbox.control.webhooks.resend({});
    await app.settle();
    expect(await member.status()).toMatchObject({ status: 'active', tier: 'pro' });
  });

  test('about an old subscription that ends, while a newer one is paid', async () => {
    const member = await app.member();
    const old = await member.subscribe('basic');
    app.sandbox.control.cancel(old, 'now');
    await app.settle();
    await member.subscribe('pro');
    app.sandbox.control.webhooks.resend({ type: 'customer.subscription.deleted' });
    app.sandbox.control.webhooks.resend({ type: 'customer.subscription.created' });
    await app.settle();
    expect(await member.status()).toMatchObject({ status: 'active', tier: 'pro' });
  });

  test('while the provider cannot be asked: 5xx, and done when they come again (P5)', async () => {
    const member = await app.member();
    const { clientSecret } = await member.begin('pro');
    await app.settle();
    app.sandbox.control.setWebhooks({ drop: ['*'] });
    app.sandbox.control.confirm(clientSecret, '4242424242424242');
    const payload = note(customerOf(app, member), { id: 'evt_again' });
    app.sandbox.control.faults.add({ operation: 'subscriptions.list', kind: 'error', status: 500, times: 3 });
    const failed = await post(payload, sign(payload));
    expect(failed.statusCode).toBe(503);
    expect(await tierOf(member)).toBe('basic');
    expect((await post(payload, sign(payload))).statusCode).toBe(200);
    expect(await tierOf(member)).toBe('pro');
  });

  test('while the database is away: 5xx, and done when they come again (P5)', async () => {
    const member = await app.member();
    const { clientSecret } = await member.begin('pro');
    await app.settle();
    app.sandbox.control.setWebhooks({ drop: ['*'] });
    app.sandbox.control.confirm(clientSecret, '4242424242424242');
    const payload = note(customerOf(app, member), { id: 'evt_database' });
    await app.database.pool.query('alter table subscriptions rename to subscriptions_away');
    const failed = await post(payload, sign(payload));
    await app.database.pool.query('alter table subscriptions_away rename to subscriptions');
    expect(failed.statusCode).toBeGreaterThanOrEqual(500);
    const { rows } = await app.database.pool.query(
      "select from stripe_events where event_id = 'evt_database'",
    );
    expect(rows).toHaveLength(0);
    expect((await post(payload, sign(payload))).statusCode).toBe(200);
    expect(await tierOf(member)).toBe('pro');
  });
});

describe('money that goes back', () => {
  test('a dispute suspends what it paid for; won, it opens again; lost, it stays shut', async () => {
    const member = await app.member();
    const id = await member.subscribe('pro');
    const invoice = String(app.tables.subscriptions.require(id).latest_invoice);
    const dispute = app.sandbox.control.dispute({ invoice }) as { id: string };
    await app.settle();
    expect(await member.status()).toMatchObject({ tier: 'basic', status: 'disputed', plan: 'pro' });
    // What would cost and open nothing is refused.
    for (const [url, body] of [
      ['get-or-create-subscription', { priceId: app.prices.pro }],
      ['subscription/change', { priceId: app.prices.basic }],
      ['subscription/change-preview', { priceId: app.prices.advanced }],
      ['subscription/pay', undefined],
    ] as const) {
      const refused = await member.post(`/api/${url}`, body);
      expect([url, refused.statusCode, refused.json().code]).toEqual([url, 409, 'earlier_payment_unsettled']);
      expect(refused.json().message).toContain('disputed');
    }
    app.sandbox.control.closeDispute(dispute.id, 'won');
    await app.settle();
    expect(await tierOf(member)).toBe('pro');
  });

  test('a lost one ends what it paid for, and whoever buys anew has it, charged once', async () => {
    const again = await app.member();
    const lostId = await again.subscribe('pro');
    const lostInvoice = String(app.tables.subscriptions.require(lostId).latest_invoice);
    const lost = app.sandbox.control.dispute({ invoice: lostInvoice }) as { id: string };
    app.sandbox.control.closeDispute(lost.id, 'lost');
    await app.settle();
    expect(app.tables.subscriptions.require(lostId).status).toBe('canceled');
    expect(await again.status()).toMatchObject({
      tier: 'basic',
      status: 'canceled',
      plan: null,
      trial: { isAvailable: true },
    });
    const anew = await again.subscribe('pro');
    expect(await again.status()).toMatchObject({ tier: 'pro', plan: 'pro', status: 'active' });
    const alive = subscriptionsOf(app, again).filter(({ status }) => status === 'active');
    expect(alive.map(({ id }) => id)).toEqual([anew]);
    const paid = app.tables.paymentIntents.where(
      ({ customer, status }) => customer === customerOf(app, again) && status === 'succeeded',
    );
    expect(paid.map(({ amount }) => amount)).toEqual([999, 999]);
  });

  test('a lost one takes what is still owed along: nobody pays for what stays shut', async () => {
    const member = await app.member();
    const id = await member.subscribe('pro');
    const invoice = String(app.tables.subscriptions.require(id).latest_invoice);
    app.sandbox.control.setCard(id, '4000000000000341');
    app.sandbox.control.advance({ until: 'renewal', customer: customerOf(app, member) });
    await app.settle();
    const { clientSecret } = (await member.post('/api/subscription/pay')).json();
    const { id: dispute } = app.sandbox.control.dispute({ invoice }) as { id: string };
    app.sandbox.control.closeDispute(dispute, 'lost');
    await app.settle();
    expect(app.tables.subscriptions.require(id).status).toBe('canceled');
    expect(app.sandbox.control.confirm(clientSecret, '4242424242424242').error).toBeDefined();
    app.sandbox.control.reset();
  });

  test('a dispute is read under the lock: what a note has read before is not what is written', async () => {
    const member = await app.member();
    const id = await member.subscribe('pro');
    app.sandbox.control.setWebhooks({ drop: ['*'] });
    const invoice = String(app.tables.subscriptions.require(id).latest_invoice);
    const { id: dispute } = app.sandbox.control.dispute({ invoice }) as { id: string };
    const told = (name: string) =>
      note('', {
        id: name,
        type: 'charge.dispute.updated',
        data: { object: { id: dispute, object: 'dispute' } },
      });
    // This note has read how it stands, and is kept from going on until it stands otherwise.
    const { faults } = app.sandbox.control;
    faults.add({ operation: 'invoicePayments.list', kind: 'delay', delay: 300, times: 1 });
    const first = post(told('evt_first'), sign(told('evt_first')));
    await expect.poll(() => faults.list(), { interval: 5 }).toEqual([]);
    app.sandbox.control.closeDispute(dispute, 'won');
    expect((await first).statusCode).toBe(200);
    expect(await tierOf(member)).toBe('pro');
  });

  test('a refund of a subscription is told, and ends nothing by itself', async () => {
    const member = await app.member();
    const id = await member.subscribe('pro');
    app.sandbox.control.refund({ invoice: String(app.tables.subscriptions.require(id).latest_invoice) });
    await app.settle();
    expect(await tierOf(member)).toBe('pro');
    expect(app.logLines.join('')).toContain('a payment of a subscription was refunded');
  });

  test('a customer who is deleted at the provider has no plan, and can begin anew', async () => {
    const member = await app.member();
    await member.subscribe('pro');
    const customer = customerOf(app, member);
    const gone = await fetch(`${app.sandbox.origin}/v1/customers/${customer}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${app.payments.secretKey}`, 'stripe-version': '2026-10-28.endive' },
    });
    expect(gone.status).toBe(200);
    await app.settle();
    expect(await member.status()).toMatchObject({ tier: 'basic', plan: null });
    await member.subscribe('basic');
    expect(await member.status()).toMatchObject({ tier: 'basic', plan: 'basic', status: 'active' });
  });
});
