import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type BillingApp,
  createBillingApp,
  customerOf,
  subscriptionsOf,
  tierOf,
} from '../testing/billing-app.ts';
import { makeEvent, postEvent, signEvent, UNORDERED } from '../testing/webhook-events.ts';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
});
afterAll(() => app.close());
beforeEach(() => app.sandbox.control.setWebhooks(UNORDERED));

test('a dispute suspends the plan it paid for; won, the plan resumes; lost, it stays suspended', async () => {
  const member = await app.member();
  const id = await member.subscribe('pro');
  const invoice = String(app.tables.subscriptions.require(id).latest_invoice);
  const dispute = app.sandbox.control.dispute({ invoice });
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

test('a lost dispute ends the plan, and a new purchase restores access, charged once', async () => {
  const again = await app.member();
  const lostId = await again.subscribe('pro');
  const lostInvoice = String(app.tables.subscriptions.require(lostId).latest_invoice);
  const lost = app.sandbox.control.dispute({ invoice: lostInvoice });
  app.sandbox.control.closeDispute(lost.id, 'lost');
  await app.settle();
  expect(app.tables.subscriptions.require(lostId).status).toBe('canceled');
  expect(await again.status()).toMatchObject({
    tier: 'basic',
    status: 'canceled',
    plan: null,
    trial: { isAvailable: false },
  });
  const bought = await again.subscribe('pro');
  expect(await again.status()).toMatchObject({ tier: 'pro', plan: 'pro', status: 'active' });
  const alive = subscriptionsOf(app, again).filter(({ status }) => status === 'active');
  expect(alive.map(({ id }) => id)).toEqual([bought]);
  const paid = app.tables.paymentIntents.where(
    ({ customer, status }) => customer === customerOf(app, again) && status === 'succeeded',
  );
  expect(paid.map(({ amount }) => amount)).toEqual([999, 999]);
});

test('a lost dispute voids open invoices, since a suspended plan cannot be paid', async () => {
  const member = await app.member();
  const id = await member.subscribe('pro');
  const invoice = String(app.tables.subscriptions.require(id).latest_invoice);
  app.sandbox.control.setCard(id, '4000000000000341');
  app.sandbox.control.advance({ until: 'renewal', customer: customerOf(app, member) });
  await app.settle();
  const { clientSecret } = (await member.post('/api/subscription/pay')).json();
  const { id: dispute } = app.sandbox.control.dispute({ invoice });
  app.sandbox.control.closeDispute(dispute, 'lost');
  await app.settle();
  expect(app.tables.subscriptions.require(id).status).toBe('canceled');
  expect(app.sandbox.control.confirm(clientSecret, '4242424242424242').error).toBeDefined();
  app.sandbox.control.reset();
});

test('a dispute is read under the lease: what was read before is not written', async () => {
  const member = await app.member();
  const id = await member.subscribe('pro');
  app.sandbox.control.setWebhooks({ drop: ['*'] });
  const invoice = String(app.tables.subscriptions.require(id).latest_invoice);
  const { id: dispute } = app.sandbox.control.dispute({ invoice });
  const event = makeEvent('', {
    type: 'charge.dispute.updated',
    data: { object: { id: dispute, object: 'dispute' } },
  });
  // The handler has read the dispute, and is delayed until its status is another.
  const { faults } = app.sandbox.control;
  faults.add({ operation: 'invoicePayments.list', kind: 'delay', delay: 60_000, times: 1 });
  const first = postEvent(app.server, event, signEvent(event, app.payments.webhookSecret));
  await expect.poll(() => faults.list(), { interval: 5 }).toEqual([]);
  app.sandbox.control.closeDispute(dispute, 'won');
  faults.clear();
  expect((await first).statusCode).toBe(200);
  expect(await tierOf(member)).toBe('pro');
});

test('a refund of a subscription is logged, and ends nothing by itself', async () => {
  const member = await app.member();
  const id = await member.subscribe('pro');
  app.sandbox.control.refund({ invoice: String(app.tables.subscriptions.require(id).latest_invoice) });
  await app.settle();
  expect(await tierOf(member)).toBe('pro');
  expect(app.logLines.join('')).toContain('a payment of a subscription was refunded');
});

test('a customer who is deleted at the provider has no plan, and can subscribe again', async () => {
  const member = await app.member();
  await member.subscribe('pro');
  const customer = customerOf(app, member);
  const deletion = await fetch(`${app.sandbox.origin}/v1/customers/${customer}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${app.payments.secretKey}`, 'stripe-version': '2026-10-28.endive' },
  });
  expect(deletion.status).toBe(200);
  await app.settle();
  expect(await member.status()).toMatchObject({ tier: 'basic', plan: null });
  await member.subscribe('basic');
  expect(await member.status()).toMatchObject({ tier: 'basic', plan: 'basic', status: 'active' });
});
