import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from '#server/testing/test-app.ts';
import { reconcile } from './jobs/jobs.reconcile.ts';
import {
  type BillingApp,
  createBillingApp,
  customerOf,
  subscriptionsOf,
  tierOf,
} from './testing/billing-app.ts';
import { makeEvent, postEvent, signEvent, UNORDERED } from './testing/webhook-events.ts';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
});
afterAll(() => app.close());
beforeEach(() => app.sandbox.control.setWebhooks(UNORDERED));

const now = () => Math.floor(Date.now() / 1000);

const sign = (payload: string, secret = app.payments.webhookSecret, time = now()) =>
  signEvent(payload, secret, time);

const post = (payload: string | Buffer, signature: string | undefined, server = app.server) =>
  postEvent(server, payload, signature);

describe('signatures', () => {
  test('a signed event is accepted, without an origin, a cookie, or a limit', async () => {
    const payload = makeEvent('cus_nobody');
    const response = await post(payload, sign(payload));
    expect([response.statusCode, response.json()]).toEqual([200, { received: true }]);
    expect(response.headers['ratelimit-limit']).toBeUndefined();
  });

  test('anything else is refused', async () => {
    const payload = makeEvent('cus_nobody');
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
      'serialized again': await post(JSON.stringify(JSON.parse(payload), null, 1), good),
      '301 seconds old': await post(payload, sign(payload, undefined, now() - 301)),
      'an hour from the future': await post(payload, sign(payload, undefined, now() + 3600)),
      'without a time': await post(payload, good.replace(/^t=\d+,/, '')),
      'no JSON': await post('hello', sign('hello')),
      'a thin event': await post('{"object":"v2.core.event"}', sign('{"object":"v2.core.event"}')),
      'of real money': await post(
        payload.replace('"livemode":false', '"livemode":true'),
        sign(payload.replace('"livemode":false', '"livemode":true')),
      ),
    };
    for (const [name, response] of Object.entries(refused)) {
      expect([name, response.statusCode]).toEqual([name, 400]);
      expect(response.payload).not.toMatch(/whsec_|sk_test/);
    }
  });

  test('one valid signature of two is enough, as while a secret is rotated', async () => {
    const payload = makeEvent('cus_nobody');
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

  test('callers that send too much unsigned are limited; the provider is not', async () => {
    const limited = await createTestApp({
      template: 'empty',
      settings: { payments: app.payments, rateLimit: 600 },
    });
    const payload = makeEvent('cus_nobody');
    const from = (remoteAddress: string, signature: string) =>
      limited.server.inject({
        method: 'POST',
        url: '/api/stripe/webhook',
        remoteAddress,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload,
      });
    // All at once: each was let in before any other was counted.
    const unsigned = await Promise.all(Array.from({ length: 80 }, () => from('192.0.2.1', 't=1,v1=2')));
    const codes = unsigned.map(({ statusCode }) => statusCode);
    expect([400, 429].map((code) => codes.filter((status) => status === code).length)).toEqual([60, 20]);
    expect((await from('192.0.2.1', sign(payload))).statusCode).toBe(429);
    for (let attempt = 0; attempt < 62; attempt += 1)
      expect((await from('192.0.2.2', sign(payload))).statusCode).toBe(200);
    await limited.close();
  });
});

test('the content of an event is not trusted: it is read from the provider', async () => {
  const member = await app.member();
  await member.begin('pro');
  const payload = makeEvent(customerOf(app, member));
  expect((await post(payload, sign(payload))).statusCode).toBe(200);
  expect(await tierOf(member)).toBe('basic');
});

describe('an event of an unknown customer is answered, logged as an error, and not lost', () => {
  const sent = async (payload: string) => {
    const before = app.logLines.length;
    const { statusCode } = await post(payload, sign(payload));
    const isLogged = app.logLines
      .slice(before)
      .map((line): { level: number; msg: string } => JSON.parse(line))
      .some(({ level, msg }) => level === 50 && msg === 'a webhook event about something unknown');
    return [statusCode, isLogged];
  };

  test.each([
    ['charge.dispute.created', { id: 'dp_nothing', object: 'dispute' }],
    ['payment_intent.succeeded', { id: 'pi_nothing', object: 'payment_intent' }],
    ['charge.refunded', { id: 'ch_nothing', object: 'charge', payment_intent: 'pi_nothing' }],
    ['customer.subscription.updated', { id: 'sub_1', object: 'subscription', customer: 'cus_nobody' }],
    ['customer.deleted', { id: 'cus_nobody', object: 'customer' }],
  ])('%s', async (type, object) => {
    expect(await sent(makeEvent('', { type, data: { object } }))).toEqual([200, true]);
  });

  /** A member who pays for Pro, and whose customer we have lost, with the events about it. */
  async function unlinkedPayer() {
    const member = await app.member();
    app.sandbox.control.setWebhooks({ drop: ['*'] });
    const { clientSecret } = await member.begin('pro');
    const customer = customerOf(app, member);
    const link = (id: string | null) =>
      app.database.pool.query('update customers set customer_id = $1 where user_id = $2', [id, member.id]);
    await link(null);
    app.sandbox.control.confirm(clientSecret, '4242424242424242');
    await app.settle();
    const event = makeEvent(customer);
    expect(await sent(event)).toEqual([200, true]);
    await link(customer);
    expect(await tierOf(member)).toBe('basic');
    return { member, event };
  }

  test('once its customer is linked, the same event sent again takes effect', async () => {
    const { member, event } = await unlinkedPayer();
    expect(await sent(event)).toEqual([200, false]);
    expect(await tierOf(member)).toBe('pro');
  });

  test('and if it is not sent again, the daily comparison finds it', async () => {
    const { member } = await unlinkedPayer();
    const lines: string[] = [];
    await reconcile(
      app.services(),
      async () => false,
      (line) => lines.push(line),
    );
    expect([lines, await tierOf(member)]).toEqual([
      expect.arrayContaining([`${member.id}: isEntitled: false → true`]),
      'pro',
    ]);
  });
});

test('a customer who lives at the provider stays linked, whatever an event says', async () => {
  const member = await app.member();
  const id = await member.subscribe('pro');
  const customer = customerOf(app, member);
  const payload = makeEvent('', {
    type: 'customer.deleted',
    data: { object: { id: customer, object: 'customer' } },
  });
  expect((await post(payload, sign(payload))).statusCode).toBe(200);
  app.sandbox.control.cancel(id, 'now');
  await app.settle();
  expect(await tierOf(member)).toBe('basic');
});

test('one event a hundred times at once, on two nodes, has one effect', async () => {
  const member = await app.member();
  app.sandbox.control.setWebhooks({ hold: true });
  const { clientSecret } = await member.begin('pro');
  app.sandbox.control.confirm(clientSecret, '4242424242424242');
  const other = await app.node();
  const payload = makeEvent(customerOf(app, member), { id: 'evt_hundred' });
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      post(payload, sign(payload), index % 2 ? other.server : app.server),
    ),
  );
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(await tierOf(member)).toBe('pro');
  const { rows } = await app.database.pool.query("select from stripe_events where event_id = 'evt_hundred'");
  expect(rows).toHaveLength(1);
  expect((await post(payload, sign(payload))).statusCode).toBe(200);
  app.sandbox.control.webhooks.release();
  await app.settle();
  expect(await tierOf(member)).toBe('pro');
});

test('a tier has followed its event when that is answered, on every node', async () => {
  const member = await app.member();
  const other = await app.node();
  const seen = async () =>
    (await other.get('/api/auth/user', { headers: { cookie: member.cookie } })).json().subscriptionTier;
  const { clientSecret } = await member.begin('pro');
  app.sandbox.control.confirm(clientSecret, '4242424242424242');
  await app.settle();
  expect(await seen()).toBe('pro');
  const [subscription] = subscriptionsOf(app, member);
  app.sandbox.control.cancel(subscription?.id ?? '', 'now');
  await app.settle();
  expect(await seen()).toBe('basic');
});

describe('events that are delivered badly', () => {
  test.each([
    ['shuffled and twice', { shuffle: true, duplicate: true }],
    ['in order and once', { shuffle: false, duplicate: false }],
    ['before the response that caused them', { beforeResponse: true }],
  ])('%s: the end is the same', async (_name, switches) => {
    app.sandbox.control.setWebhooks(switches);
    const member = await app.member();
    await member.subscribe('advanced');
    expect(await member.status()).toMatchObject({ status: 'active', tier: 'advanced' });
    app.sandbox.control.setWebhooks({ beforeResponse: false });
    await member.post('/api/subscription/cancel');
    await app.settle();
    expect(await member.status()).toMatchObject({ cancelAtPeriodEnd: true, tier: 'advanced' });
  });

  test('without any event, the member’s return from payment is enough', async () => {
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

  test('while the provider is down: 5xx, and handled when they are sent again', async () => {
    const member = await app.member();
    const { clientSecret } = await member.begin('pro');
    await app.settle();
    app.sandbox.control.setWebhooks({ drop: ['*'] });
    app.sandbox.control.confirm(clientSecret, '4242424242424242');
    const payload = makeEvent(customerOf(app, member), { id: 'evt_again' });
    app.sandbox.control.faults.add({ operation: 'subscriptions.list', kind: 'error', status: 500, times: 3 });
    const failed = await post(payload, sign(payload));
    expect(failed.statusCode).toBe(503);
    expect(await tierOf(member)).toBe('basic');
    expect((await post(payload, sign(payload))).statusCode).toBe(200);
    expect(await tierOf(member)).toBe('pro');
  });

  test('while the database is down: 5xx, and handled when they are sent again', async () => {
    const member = await app.member();
    const { clientSecret } = await member.begin('pro');
    await app.settle();
    app.sandbox.control.setWebhooks({ drop: ['*'] });
    app.sandbox.control.confirm(clientSecret, '4242424242424242');
    const payload = makeEvent(customerOf(app, member), { id: 'evt_database' });
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
