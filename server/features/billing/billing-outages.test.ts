import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Circuit } from './billing.circuit.ts';
import { ProviderAway } from './billing.problems.ts';
import {
  type BillingApp,
  createBillingApp,
  customerOf,
  type Payer,
  subscriptionsOf,
  tierOf,
} from './testing/billing-app.ts';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp({ settings: { timeoutMilliseconds: 800 } });
});
afterAll(() => app.close());
afterEach(() => app.sandbox.control.faults.clear());

const begin = (member: Payer) => member.post('/api/get-or-create-subscription', { priceId: app.prices.pro });

describe('while the provider (P8)', () => {
  test.each<
    [string, { kind: 'error' | 'hang up' | 'lost' | 'delay'; status?: number; delay?: number }, number]
  >([
    ['answers 500', { kind: 'error', status: 500 }, 503],
    ['is busy with the same question', { kind: 'error', status: 409 }, 503],
    ['answers 429', { kind: 'error', status: 429 }, 503],
    ['answers nonsense', { kind: 'error', status: 404 }, 502],
    ['hangs up', { kind: 'hang up' }, 503],
    ['loses its answer', { kind: 'lost' }, 503],
    ['takes too long', { kind: 'delay', delay: 3000 }, 503],
  ])(
    '%s, the member is told, nothing opens, and the next attempt goes through',
    async (_name, fault, status) => {
      // Another provider object for each: a circuit that opened for one must not stand in another's way.
      const other = await app.node();
      const member = await app.member();
      const call = (url: string, payload: object) =>
        other.server.inject({
          method: 'POST',
          url,
          payload,
          headers: { cookie: member.cookie, origin: app.settings.publicUrl },
        });
      app.sandbox.control.faults.add({ operation: 'subscriptions.create', times: 3, ...fault });
      const failed = await call('/api/get-or-create-subscription', { priceId: app.prices.pro });
      expect([failed.statusCode, failed.json().message]).toEqual([status, 'Failed to create subscription']);
      expect(failed.json().error).toEqual({ message: 'Failed to create subscription' });
      if (status === 503) expect(Number(failed.headers['retry-after'])).toBeGreaterThan(0);
      expect(await tierOf(member)).toBe('basic');
      app.sandbox.control.faults.clear();
      // What took too long is still being worked on there, and nothing else is begun beside it.
      await expect
        .poll(async () => (await begin(member)).statusCode, { interval: 200, timeout: 10_000 })
        .toBe(200);
      await member.subscribe('pro');
      expect(subscriptionsOf(app, member).filter((one) => one.status !== 'incomplete_expired')).toHaveLength(
        1,
      );
    },
  );

  test('is down, the status still answers from what is stored (DECISIONS 51)', async () => {
    const member = await app.member();
    await member.subscribe('advanced');
    app.sandbox.control.faults.add({ kind: 'hang up' });
    const status = await member.get('/api/subscription/status');
    expect([status.statusCode, status.json().tier]).toEqual([200, 'advanced']);
    const sync = await member.post('/api/subscription/sync');
    expect([sync.statusCode, sync.json().code]).toEqual([503, 'payments_unavailable']);
    const cancel = await member.post('/api/subscription/cancel');
    expect([cancel.statusCode, cancel.json().message]).toEqual([503, 'Failed to cancel subscription']);
    expect(await member.status()).toMatchObject({ tier: 'advanced', cancelAtPeriodEnd: false });
  });
});

test('a slow provider slows nobody who does not pay, and payers wait without a connection', async () => {
  const payers = await Promise.all(Array.from({ length: 12 }, () => app.member()));
  const reader = await app.member();
  app.sandbox.control.faults.add({ operation: 'customers.create', kind: 'delay', delay: 400 });
  let answered = 0;
  const paying = payers.map(async (payer) => {
    const answer = await payer.post('/api/get-or-create-subscription', { priceId: app.prices.basic });
    answered += 1;
    return answer;
  });
  const { pool } = app.database;
  const held = () => pool.totalCount - pool.idleCount;
  await expect.poll(held, { interval: 5 }).toBe(3);
  for (let at = 0; at < 10; at += 1) {
    expect((await reader.get('/api/auth/user')).statusCode).toBe(200);
    // The pool of five has room while twelve wait: no more than three hold a connection.
    expect(pool.waitingCount).toBe(0);
  }
  // All that while somebody was waiting for the provider.
  expect(answered).toBeLessThan(12);
  const answers = await Promise.all(paying);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
});

test('a provider that fails again and again is left alone for a while', async () => {
  let time = 0;
  let calls = 0;
  const circuit = new Circuit(() => time);
  const failing = () =>
    circuit.run(
      async () => {
        calls += 1;
        throw new Error('down');
      },
      () => true,
    );
  for (let at = 0; at < 4; at += 1) await expect(failing()).rejects.toThrow('down');
  await expect(failing()).rejects.toThrow(ProviderAway);
  expect(calls).toBe(4);
  time = 15_001;
  // One finds out; the others are told at once.
  const [first, second] = await Promise.allSettled([failing(), failing()]);
  expect([first.status, second.status, calls]).toEqual(['rejected', 'rejected', 5]);
  time = 40_000;
  expect(
    await circuit.run(
      async () => 'back',
      () => true,
    ),
  ).toBe('back');
  await expect(failing()).rejects.toThrow('down');
  // What the provider refuses is an answer, and no trouble.
  for (let at = 0; at < 9; at += 1) {
    const refusing = circuit.run(
      async () => {
        throw new Error('no');
      },
      () => false,
    );
    await expect(refusing).rejects.toThrow('no');
  }
});

test('a refusal that says nothing of the customer is told, and keeps the plan', async () => {
  const member = await app.member();
  await member.subscribe('pro');
  app.sandbox.control.faults.add({ operation: 'subscriptions.list', kind: 'error', status: 404 });
  for (const url of ['sync', 'cancel', 'resume', 'pay']) {
    const answer = await member.post(`/api/subscription/${url}`);
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 502, 'payments_refused']);
  }
  expect(await tierOf(member)).toBe('pro');
});

test('a customer the provider does not know any more is forgotten, and mended by the next purchase', async () => {
  const member = await app.member();
  await member.subscribe('pro');
  for (const { id } of subscriptionsOf(app, member)) app.tables.subscriptions.remove(id);
  app.tables.customers.remove(customerOf(app, member));
  expect((await member.post('/api/subscription/cancel')).json().code).toBe('no_subscription');
  expect(await member.status()).toMatchObject({ tier: 'basic', status: 'no_subscription', plan: null });
  await member.subscribe('basic');
  expect(await member.status()).toMatchObject({ plan: 'basic', status: 'active' });
});

test('a purchase that is still under way at the provider keeps its key; one that was answered gets another', async () => {
  const member = await app.member();
  const keys = async () => {
    const { rows } = await app.database.pool.query<{ id: string; is_open: boolean }>(
      'select id, is_open from purchase_attempts where user_id = $1 order by created_at',
      [member.id],
    );
    return rows;
  };
  for (const status of [409, 409]) {
    app.sandbox.control.faults.add({ operation: 'subscriptions.create', kind: 'error', status, times: 3 });
    expect((await begin(member)).statusCode).toBe(503);
  }
  expect(await keys()).toEqual([{ id: expect.any(String), is_open: true }]);
  app.sandbox.control.faults.add({ operation: 'subscriptions.create', kind: 'error', status: 500, times: 3 });
  expect((await begin(member)).statusCode).toBe(503);
  expect((await keys()).map(({ is_open }) => is_open)).toEqual([false]);
  expect((await begin(member)).statusCode).toBe(200);
  expect((await keys()).length).toBe(2);
});

test('a failure the provider has answered, and repeats, uses its key up for a customer and for an order', async () => {
  const member = await app.member();
  const fail = (operation: string) =>
    app.sandbox.control.faults.add({ operation, kind: 'error', status: 500, times: 1 });
  fail('customers.create');
  expect((await begin(member)).statusCode).toBe(503);
  expect((await begin(member)).statusCode).toBe(200);
  expect(app.tables.customers.where(({ metadata }) => metadata['userId'] === member.id)).toHaveLength(1);
  const brief = { goal: 'A goal', context: 'Some context', result: 'A result' };
  const order = (await member.post('/api/orders', { key: randomUUID(), brief })).json();
  fail('paymentIntents.create');
  expect((await member.post(`/api/orders/${order.id}/pay`)).statusCode).toBe(503);
  expect((await member.post(`/api/orders/${order.id}/pay`)).statusCode).toBe(200);
});

test('a lock that another node holds is waited for', async () => {
  const member = await app.member();
  await member.begin('pro');
  const client = await app.database.pool.connect();
  await client.query('select pg_advisory_lock(7163004, hashtext($1))', [member.id]);
  const syncing = member.post('/api/subscription/sync');
  const early = await Promise.race([syncing, new Promise((done) => setTimeout(done, 300, 'waits'))]);
  expect(early).toBe('waits');
  await client.query('select pg_advisory_unlock(7163004, hashtext($1))', [member.id]);
  client.release();
  expect((await syncing).statusCode).toBe(200);
  await app.settle();
  const { rows } = await app.database.pool.query(`select from pg_locks where locktype = 'advisory'
    and classid = 7163004 and database = (select oid from pg_database where datname = current_database())`);
  expect(rows).toHaveLength(0);
});

test('no log line and no answer holds a secret (P13)', async () => {
  const member = await app.member();
  const { clientSecret } = await member.begin('pro');
  app.sandbox.control.confirm(clientSecret, '4000000000000002');
  await member.get(`/subscription-success?payment_intent_client_secret=${clientSecret}`);
  const portal = (await member.post('/api/subscription/portal', { purpose: 'card' })).json();
  app.sandbox.control.faults.add({ operation: 'subscriptions.list', kind: 'error', status: 400 });
  await member.post('/api/subscription/sync');
  await begin(member);
  await app.settle();
  const log = app.logLines.join('');
  expect(log).toContain('the payment provider refused');
  for (const secret of [
    clientSecret,
    clientSecret.split('_secret_')[1],
    app.payments.secretKey,
    app.payments.webhookSecret,
    portal.url,
    member.email,
    customerOf(app, member),
  ]) {
    expect(log).not.toContain(secret);
  }
  for (const url of ['/api/subscription/settings', '/subscribe', '/openapi.json']) {
    const { payload } = await member.get(url);
    expect(payload).not.toContain(app.payments.secretKey);
    expect(payload).not.toContain(app.payments.webhookSecret);
  }
});
