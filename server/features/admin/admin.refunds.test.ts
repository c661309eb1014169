import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { startSession } from '#server/core/sessions/sessions.ts';
import { callsWith, createStaff, type TestMember } from '#server/testing/test-app.ts';
import { listIncidents } from '../billing/billing.incidents.queries.ts';
import { reconcile } from '../billing/jobs/jobs.reconcile.ts';
import {
  type BillingApp,
  createBillingApp,
  type Payer,
  subscriptionsOf,
  tierOf,
} from '../billing/testing/billing-app.ts';
import { type Buyers, createBuyers } from '../orders/testing/buyers.ts';

const DAY = 86_400;
const why = { reason: 'Not what they expected' };

let app: BillingApp;
let buyers: Buyers;
let admin: TestMember;

beforeAll(async () => {
  app = await createBillingApp();
  buyers = await createBuyers(app);
  admin = await createStaff(app, 'admin');
});
afterAll(() => app.close());

const refundPlan = (member: Payer, by = admin) => by.post(`/api/admin/members/${member.id}/refund`, why);
const refundOrder = (id: string, by = admin) => by.post(`/api/admin/orders/${id}/refund`, why);
const billsOf = async (member: Payer) => (await member.get('/api/subscription/bills')).json().bills;
const linesAbout = async (id: string, act: string) =>
  (await admin.get(`/api/admin/audit?target=${id}&act=${encodeURIComponent(act)}`)).json().lines;
/** What staff see of a plan and its last payment. */
const seen = async ({ id }: Payer) => ({
  ...(await admin.get(`/api/admin/members/${id}`)).json().subscription,
  ...(await admin.get(`/api/admin/members/${id}/payments`)).json().planPayment,
});
const returned = (invoice: string) =>
  app.tables.creditNotes.where((note) => note.invoice === invoice).map(({ amount }) => amount);

test('a plan’s last payment goes back, once, and the plan ends with it', async () => {
  const member = await app.member();
  await member.subscribe('pro');
  expect(await tierOf(member)).toBe('pro');
  const [bill] = await billsOf(member);
  const [first, second] = await Promise.all([refundPlan(member), refundPlan(member)]);
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect((await refundPlan(member)).statusCode).toBe(200);
  await app.settle();
  expect(returned(bill.id)).toEqual([999]);
  expect(await billsOf(member)).toMatchObject([{ id: bill.id, status: 'refunded' }]);
  expect([await tierOf(member), (await member.status()).status]).toEqual(['basic', 'canceled']);
  expect(subscriptionsOf(app, member).map(({ status }) => status)).toEqual(['canceled']);
  expect(await linesAbout(member.id, 'refund plan')).toMatchObject([
    {
      actor: { id: admin.id },
      before: { status: 'active' },
      after: { invoiceId: bill.id, refundedCents: 999 },
      ...why,
    },
  ]);
});

test('a trial that ran when Pro was paid does not come back with the refund; the one mail names the amount', async () => {
  const member = await app.member();
  await member.post('/api/subscription/trial');
  await member.subscribe('pro');
  expect((await member.status()).trial.endsAt).toBeNull();
  for (const _again of [1, 2]) expect((await refundPlan(member)).statusCode).toBe(200);
  await app.settle();
  expect([await tierOf(member), (await member.status()).status]).toEqual(['basic', 'canceled']);
  const { rows } = await sql<{ data: object }>`
    select data from mail_outbox where user_id = ${member.id} and data->>'change' = 'ended'`.execute(
    app.database.db,
  );
  expect(rows.map(({ data }) => data)).toMatchObject([
    { tier: 'pro', refunded: { cents: 999, currency: 'usd' } },
  ]);
});

test('staff see what a member paid, without a card or a receipt, and read when the provider is away', async () => {
  const member = await app.member();
  const url = `/api/admin/members/${member.id}/payments`;
  expect((await admin.get(url)).json()).toEqual({ payments: [], planPayment: null });
  await member.subscribe('pro');
  const [bill] = await billsOf(member);
  const { payments, planPayment } = (await admin.get(url)).json();
  expect(payments).toEqual([
    {
      id: bill.id,
      date: bill.date,
      paidAt: bill.paidAt,
      amountCents: 999,
      currency: 'usd',
      status: 'paid',
      isOrder: false,
      plan: 'pro',
      isChange: false,
    },
  ]);
  expect(planPayment).toEqual({
    amountPaidCents: 999,
    currency: 'usd',
    paidAt: bill.paidAt,
    isRefunded: false,
  });
  app.sandbox.control.faults.add({ operation: 'invoices.list', kind: 'lost', times: 9 });
  expect((await admin.get(url)).statusCode).toBe(503);
  app.sandbox.control.faults.clear();
  expect((await member.get(url)).statusCode).toBe(404);
  expect((await admin.get('/api/admin/members/aaaaaaaaaaaa/payments')).statusCode).toBe(404);
});

test('interrupted after the refund, the next attempt completes the rest and writes the audit entry', async () => {
  const member = await app.member();
  await member.subscribe('basic');
  const [bill] = await billsOf(member);
  app.sandbox.control.faults.add({ operation: 'creditNotes.create', kind: 'lost', times: 3 });
  expect((await refundPlan(member)).statusCode).toBe(503);
  expect(await linesAbout(member.id, 'refund plan')).toEqual([]);
  app.sandbox.control.faults.clear();
  for (const _again of [1, 2]) expect((await refundPlan(member)).statusCode).toBe(200);
  expect([returned(bill.id), await tierOf(member)]).toEqual([[299], 'basic']);
  expect(await linesAbout(member.id, 'refund plan')).toHaveLength(1);
});

test('refunded on the provider’s pages before, the plan ends all the same, and staff read why', async () => {
  const member = await app.member();
  await member.subscribe('basic');
  const [{ id: invoice }] = await billsOf(member);
  app.sandbox.control.refund({ invoice });
  await app.settle();
  expect(await tierOf(member)).toBe('basic');
  expect((await refundPlan(member)).json().code).toBe('refund_refused');
  expect((await member.status()).status).toBe('canceled');
  expect(await linesAbout(member.id, 'refund plan')).toMatchObject([{ after: { refundedCents: 0 } }]);
});

test('no refund for nothing, after 14 days, while a bank decides, or by anybody but an admin', async () => {
  const stranger = await app.member();
  expect((await refundPlan(stranger)).json().code).toBe('no_subscription');
  const disputed = await app.member();
  await disputed.subscribe('pro', '4000000000000259');
  expect((await refundPlan(disputed)).statusCode).toBe(409);
  expect(await seen(disputed)).toMatchObject({ isDisputed: true });
  // Credit paid some of a bill, or all of it: only what was charged is given back, so staff see that.
  const credited = await app.member();
  await credited.subscribe('pro');
  const [{ id: creditedBill }] = await billsOf(credited);
  app.tables.invoices.require(creditedBill).amount_paid = 599;
  expect(await seen(credited)).toMatchObject({ isDisputed: false, amountPaidCents: 599 });
  app.tables.invoices.require(creditedBill).amount_paid = 0;
  expect(await seen(credited)).toMatchObject({ amountPaidCents: 0 });
  expect((await refundPlan(credited)).json().code).toBe('nothing_paid');
  const late = await app.member();
  await late.subscribe('pro');
  const [bill] = await billsOf(late);
  const times = app.tables.invoices.require(bill.id).status_transitions;
  times.paid_at = Math.floor(Date.now() / 1000) - 15 * DAY;
  expect((await refundPlan(late)).json()).toMatchObject({
    code: 'too_late',
    message: 'Paid more than 14 days ago. Refund it at the provider if you decide to.',
  });
  expect(await tierOf(late)).toBe('pro');
  for (const by of [await createStaff(app, 'moderator'), late]) {
    expect((await refundPlan(late, by)).statusCode).toBe(404);
  }
  const tired = await createStaff(app, 'admin');
  await sql`update sessions set proven_at = now() - interval '16 minutes' where user_id = ${tired.id}`.execute(
    app.database.db,
  );
  expect((await refundPlan(late, tired)).json().code).toBe('sign_in_again');
  expect(returned(bill.id)).toEqual([]);
});

test('a suspended member is not charged again: the plan ends with its month, an overdue one at once', async () => {
  const [paying, overdue] = [await app.member(), await app.member()];
  for (const member of [paying, overdue]) await member.subscribe('pro');
  const [late] = subscriptionsOf(app, overdue);
  if (late) late.status = 'past_due';
  const suspend = (member: Payer, isSuspended: boolean) =>
    admin.put(`/api/admin/members/${member.id}/suspension`, { isSuspended, ...why });
  for (const member of [paying, overdue]) expect((await suspend(member, true)).statusCode).toBe(200);
  const [running] = subscriptionsOf(app, paying);
  expect([running?.status, running?.cancel_at_period_end, late?.status]).toEqual([
    'active',
    true,
    'canceled',
  ]);
  await app.settle();
  await suspend(paying, false);
  const again = callsWith(app, `session=${await startSession(app.database.db, paying.id)}`);
  expect((await again.post('/api/subscription/resume')).json().cancelAtPeriodEnd).toBe(false);
  // The provider away: the suspension stands, and the next look ends the plan.
  app.sandbox.control.faults.add({ kind: 'error', status: 401 });
  expect((await suspend(paying, true)).statusCode).toBe(200);
  app.sandbox.control.faults.clear();
  expect(running?.cancel_at_period_end).toBe(false);
  await reconcile(
    app.services(),
    async () => false,
    () => undefined,
  );
  expect(running?.cancel_at_period_end).toBe(true);
});

test('an order has a bill, and its refund closes what it opened', async () => {
  const member = await app.member();
  const order = await buyers.buy(member);
  expect([order.state, await buyers.reads(member)]).toEqual(['received', true]);
  const bill = (await member.get(`/api/orders/${order.id}/bill`)).json();
  expect(bill).toMatchObject({ amountCents: 9900, status: 'paid', isOrder: true });
  expect(await (await fetch(bill.receiptUrl)).text()).toContain('99.00 USD · paid');
  expect((await fetch(bill.pdfUrl)).headers.get('content-type')).toBe('application/pdf');
  expect(await billsOf(member)).toEqual([bill]);
  const stranger = await app.member();
  expect((await stranger.get(`/api/orders/${order.id}/bill`)).statusCode).toBe(404);

  const done = await Promise.all([refundOrder(order.id), refundOrder(order.id)]);
  expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await refundOrder(order.id)).json().order.state).toBe('refunded');
  await app.settle();
  expect([await buyers.reads(member), returned(bill.id)]).toEqual([false, [9900]]);
  expect((await member.get(`/api/orders/${order.id}/bill`)).json().status).toBe('refunded');
  expect(await linesAbout(order.id, 'refund order')).toMatchObject([
    { after: { refundedCents: 9900 }, ...why },
  ]);
});

test('an order that is unpaid, old, or from before there were bills', async () => {
  const member = await app.member();
  const unpaid = await buyers.place(member);
  await buyers.begin(member, unpaid);
  expect((await refundOrder(unpaid.id)).statusCode).toBe(404);
  expect(await billsOf(member)).toEqual([]);
  const other = await app.member();
  const order = await buyers.buy(other);
  await sql`update orders set invoice_id = null where id = ${order.id}`.execute(app.database.db);
  expect((await other.get(`/api/orders/${order.id}`)).json().hasBill).toBe(false);
  await sql`update orders set paid_at = now() - interval '15 days' where id = ${order.id}`.execute(
    app.database.db,
  );
  expect((await refundOrder(order.id)).json().code).toBe('too_late');
  await sql`update orders set paid_at = now() where id = ${order.id}`.execute(app.database.db);
  expect((await refundOrder(order.id)).json()).toMatchObject({
    order: { state: 'refunded' },
    hasPayment: true,
  });
  // A credit paid for this one, and somebody opened it by hand.
  await sql`update orders set state = 'accepted', payment_intent_id = null where id = ${order.id}`.execute(
    app.database.db,
  );
  expect((await admin.get(`/api/admin/orders/${order.id}`)).json().hasPayment).toBe(false);
  expect((await refundOrder(order.id)).json().code).toBe('nothing_paid');
});

test('an order dropped with its buyer’s account stays in a list of its own, and can be refunded', async () => {
  const member = await app.member();
  const order = await buyers.buy(member);
  const waiting = async () => (await admin.get('/api/admin/overview?days=90')).json().work.waitingOrders;
  await member.post('/api/account/deletion', { confirmation: 'DELETE', comments: 'keep' });
  expect(await waiting()).toBe(0);
  const listed = async (queue: string) =>
    (await admin.get(`/api/admin/orders?queue=${queue}`))
      .json()
      .orders.find(({ id }: Order) => id === order.id);
  const row = { state: 'received', goal: '', buyer: null, amountCents: 9900, currency: 'usd' };
  expect([await listed('dropped'), await listed('all')]).toMatchObject([row, row]);
  expect(await listed('waiting')).toBeUndefined();
  const start = await admin.post(`/api/admin/orders/${order.id}/start`);
  expect([start.statusCode, start.json().message]).toEqual([
    409,
    `Order ${order.id} is received, and its buyer is gone: it cannot be started.`,
  ]);
  expect((await refundOrder(order.id)).json()).toMatchObject({ order: { state: 'refunded' }, buyer: null });
  await app.settle();
  expect(await listed('dropped')).toBeUndefined();
  expect(await linesAbout(order.id, 'refund order')).toMatchObject([{ after: { refundedCents: 9900 } }]);
  // What staff did themselves is no news.
  expect(await listIncidents(app.database.db)).toEqual([]);
});
