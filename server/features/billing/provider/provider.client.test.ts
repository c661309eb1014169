import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { callsWith } from '#server/testing/test-app.ts';
import { listIncidents } from '../billing.incidents.queries.ts';
import {
  type BillingApp,
  createBillingApp,
  customerOf,
  type Payer,
  subscriptionsOf,
  tierOf,
} from '../testing/billing-app.ts';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
});
afterAll(() => app.close());
afterEach(() => app.sandbox.control.faults.clear());

const begin = (member: Payer) => member.post('/api/get-or-create-subscription', { priceId: app.prices.pro });

test.each([
  [401, 'authentication'],
  [403, 'permission'],
])('a key without %s is logged and listed as an incident, and members get a server error', async (status) => {
  const member = await app.member();
  const fault = { operation: 'customers.create', kind: 'error', status } as const;
  app.sandbox.control.faults.add(fault);
  const refused = await begin(member);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    503,
    { code: 'payments_unavailable', error: { message: 'We cannot reach our payment partner' } },
  ]);
  const errors = app.logLines.filter((line) => line.includes('the payment provider refuses our key'));
  expect(JSON.parse(errors.at(-1) ?? '')).toMatchObject({ level: 50, call: 'customers.create' });
  const incidents = () => listIncidents(app.database.db);
  await expect.poll(incidents).toMatchObject([{ kind: 'key_refused', subject: 'customers.create' }]);
  app.sandbox.control.faults.clear();
  expect((await begin(member)).statusCode).toBe(200);
  await expect.poll(incidents).toEqual([]);
});

test('the incident ends when a process with the right key gets an answer', async () => {
  const fault = { operation: 'customers.create', kind: 'error', status: 401 } as const;
  app.sandbox.control.faults.add(fault);
  const member = await app.member();
  expect((await begin(member)).statusCode).toBe(503);
  const incidents = () => listIncidents(app.database.db);
  await expect.poll(incidents).toHaveLength(1);
  app.sandbox.control.faults.clear();
  // A key is changed in the settings, so it is always another process that finds it works.
  const restarted = await app.node();
  const again = callsWith(restarted, member.cookie);
  const body = { priceId: app.prices.pro };
  expect((await again.post('/api/get-or-create-subscription', body)).statusCode).toBe(200);
  await expect.poll(incidents).toEqual([]);
});

test('conflicts about single objects do not keep anybody else from paying', async () => {
  const node = await app.node();
  const buyOn = (member: Payer) =>
    callsWith(node, member.cookie).post('/api/get-or-create-subscription', { priceId: app.prices.pro });
  const payers = await Promise.all([1, 2, 3, 4].map(() => app.member()));
  app.sandbox.control.faults.add({ operation: 'customers.create', kind: 'error', status: 409 });
  const refused = await Promise.all(payers.map(buyOn));
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503]);
  app.sandbox.control.faults.clear();
  expect((await buyOn(await app.member())).statusCode).toBe(200);
});

test('a refusal that says nothing about the customer is reported, and keeps the plan', async () => {
  const member = await app.member();
  await member.subscribe('pro');
  app.sandbox.control.faults.add({ operation: 'subscriptions.list', kind: 'error', status: 404 });
  const { paths } = (await app.get('/openapi.json')).json();
  for (const url of ['sync', 'cancel', 'resume', 'pay'].map((action) => `/api/subscription/${action}`)) {
    const response = await member.post(url);
    expect([url, response.statusCode, response.json().code]).toEqual([url, 502, 'payments_refused']);
    expect(paths[url].post.responses).toHaveProperty('502');
  }
  expect(await tierOf(member)).toBe('pro');
});

test('a customer the provider does not know any more is forgotten, and replaced by the next purchase', async () => {
  const member = await app.member();
  await member.subscribe('pro');
  for (const { id } of subscriptionsOf(app, member)) app.tables.subscriptions.remove(id);
  app.tables.customers.remove(customerOf(app, member));
  expect((await member.post('/api/subscription/cancel')).json().code).toBe('no_subscription');
  expect(await member.status()).toMatchObject({ tier: 'basic', status: 'no_subscription', plan: null });
  await member.subscribe('basic');
  expect(await member.status()).toMatchObject({ plan: 'basic', status: 'active' });
});

test('a purchase still in progress at the provider keeps its idempotency key; an answered one gets another', async () => {
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

test('a failure the provider has answered, and would repeat, retires the key of a customer and of an order', async () => {
  const member = await app.member();
  const fail = (operation: string) =>
    app.sandbox.control.faults.add({ operation, kind: 'error', status: 500, times: 1 });
  fail('customers.create');
  expect((await begin(member)).statusCode).toBe(503);
  expect((await begin(member)).statusCode).toBe(200);
  expect(app.tables.customers.where(({ metadata }) => metadata['userId'] === member.id)).toHaveLength(1);
  const brief = {
    goal: 'Plan a week of family dinners',
    context: 'For two children who eat at home on weekdays.',
    result: 'A table with a row for each day.',
  };
  const order = (await member.post('/api/orders', { key: randomUUID(), brief })).json();
  fail('invoices.create');
  expect((await member.post(`/api/orders/${order.id}/pay`)).statusCode).toBe(503);
  expect((await member.post(`/api/orders/${order.id}/pay`)).statusCode).toBe(200);
});

test('no log line and no response holds a secret', async () => {
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
  expect(log).toContain('a call to the payment provider failed');
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
