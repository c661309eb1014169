import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Payment } from '#contract/billing.ts';
import type { Order } from '#contract/orders.ts';
import { createMember, type TestMember } from '#server/testing/app.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { openPayments, type Payments, readOrderPayment } from '../billing/billing.access.ts';
import { type BillingApp, CARD, createBillingApp } from '../billing/testing/billing-app.ts';
import { deliverOrder } from './orders.desk.ts';
import { paymentFor } from './orders.paying.ts';
import { applyPayment, writePayment } from './orders.payment.ts';
import { findOrder } from './orders.queries.ts';
import { reconcileOrders } from './orders.reconcile.ts';

let app: BillingApp;
let control: BillingApp['sandbox']['control'];

const DECLINED = '4000000000000002';
const ASKS_THE_BANK = '4000002500003155';
const TITLE = 'An engineer prompt';
const CANARY = 'canaryengineerzq';
const BRIEF = { goal: 'Plan a secretgoalzq week', context: 'Two children', result: 'A table' };
const DELIVERY = { title: 'Plan our week', content: 'Plan it deliveredzq.', variables: [], note: null };

beforeAll(async () => {
  app = await createBillingApp();
  control = app.sandbox.control;
  await seedPrompts(app.database.db, [
    { title: TITLE, tier: 'engineer', content: `The text: ${CANARY}.` },
    { title: 'Another engineer prompt', tier: 'engineer' },
  ]);
});
afterAll(() => app.close());
beforeEach(() => {
  control.setWebhooks({ hold: false, drop: [], shuffle: true, duplicate: true, beforeAnswer: false });
});

const DROPPED = ['payment_intent.succeeded', 'payment_intent.created', 'charge.succeeded', 'charge.refunded'];

async function place(member: TestMember, more: object = { promptId: seedId(TITLE) }): Promise<Order> {
  const answer = await member.post('/api/orders', { key: randomUUID(), brief: BRIEF, ...more });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

async function begin(member: TestMember, order: Order): Promise<Payment> {
  const answer = await member.post(`/api/orders/${order.id}/pay`);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.payload]).toEqual([200, '']);
  return answer.json();
}

async function buy(member: TestMember): Promise<Order> {
  const order = await place(member);
  expect(control.confirm((await begin(member, order)).clientSecret, CARD).error).toBeUndefined();
  await app.settle();
  return await read(member, order);
}

const read = async (member: TestMember, { id }: Order): Promise<Order> =>
  (await member.get(`/api/orders/${id}`)).json();

/** Whether the member reads the engineer prompt: its text, its card, and by searching for a word of it. */
async function reads(member: TestMember): Promise<boolean> {
  const detail = await member.get(`/api/prompts/${seedId(TITLE)}`);
  const found = (await member.get(`/api/prompts/search?q=${CANARY}`)).json();
  const cards: { id: string; isLocked: boolean }[] = (await member.get('/api/categories/fitness')).json()
    .prompts;
  const card = cards.find(({ id }) => id === seedId(TITLE));
  const told = [detail.statusCode === 200, found.length === 1, card?.isLocked === false];
  expect(new Set(told).size).toBe(1);
  expect(detail.payload.includes(CANARY)).toBe(told[0]);
  return told[0] ?? false;
}

const intentsOf = (order: Order) =>
  app.tables.paymentIntents.where(({ metadata }) => metadata['orderId'] === order.id);

function intentOf(order: Order): string {
  const [intent] = intentsOf(order);
  if (intent === undefined) throw new Error('This order has no payment.');
  return intent.id;
}

/** As another process has them; what that one logs is not looked at. */
function openOwn(): Payments {
  const nothing = () => undefined;
  const log = { info: nothing, warn: nothing, error: nothing };
  const payments = openPayments(
    { db: app.database.db, publicUrl: app.settings.publicUrl, log },
    app.payments,
  );
  if (payments === undefined) throw new Error('There are settings.');
  return payments;
}

describe('paying', () => {
  test('one payment of $99 fulfils the order and opens the prompt, to its buyer alone', async () => {
    const [ada, eve] = [await createMember(app), await createMember(app)];
    const order = await place(ada);
    const payment = await begin(ada, order);
    expect(payment).toMatchObject({ intent: 'payment', amountCents: 9900, currency: 'usd' });
    expect(await reads(ada)).toBe(false);
    control.confirm(payment.clientSecret, CARD);
    await app.settle();
    expect(await read(ada, order)).toMatchObject({ state: 'received', paidAt: expect.any(String) });
    expect([await reads(ada), await reads(eve)]).toEqual([true, false]);
    // A grant opens this one prompt, no other and no plan.
    expect((await ada.get(`/api/prompts/${seedId('Another engineer prompt')}`)).statusCode).toBe(403);
    expect((await ada.get('/api/auth/user')).json().subscriptionTier).toBe('basic');
    expect((await ada.get(`/api/prompts/${seedId(TITLE)}/export?format=markdown`)).statusCode).toBe(403);
    const [intent] = intentsOf(order);
    expect(intent).toMatchObject({ amount: 9900, metadata: { orderId: order.id, userId: ada.id } });
    expect(JSON.stringify(intent)).not.toContain('secretgoalzq');
  });

  test('asked for ten times at once, and again later, it is the same payment', async () => {
    const ada = await createMember(app);
    const order = await place(ada);
    const secrets = await Promise.all(Array.from({ length: 10 }, () => begin(ada, order)));
    expect(new Set(secrets.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    expect((await begin(ada, order)).clientSecret).toBe(secrets[0]?.clientSecret);
    expect(intentsOf(order)).toHaveLength(1);
  });

  test('a declined card changes nothing; the same payment takes another one', async () => {
    const ada = await createMember(app);
    const order = await place(ada);
    const { clientSecret } = await begin(ada, order);
    expect(control.confirm(clientSecret, DECLINED).error).toMatchObject({ code: 'card_declined' });
    await app.settle();
    expect([(await read(ada, order)).state, await reads(ada)]).toEqual(['awaiting_payment', false]);
    expect((await begin(ada, order)).clientSecret).toBe(clientSecret);
    control.confirm(clientSecret, CARD);
    await app.settle();
    expect([(await read(ada, order)).state, await reads(ada)]).toEqual(['received', true]);
  });

  test('the bank may ask: failed it is not paid, passed it is', async () => {
    const ada = await createMember(app);
    const order = await place(ada);
    const { clientSecret } = await begin(ada, order);
    control.confirm(clientSecret, ASKS_THE_BANK);
    control.authenticate(clientSecret, 'failed');
    await app.settle();
    expect([(await read(ada, order)).state, await reads(ada)]).toEqual(['awaiting_payment', false]);
    control.confirm(clientSecret, ASKS_THE_BANK);
    control.authenticate(clientSecret, 'succeeded');
    await app.settle();
    expect([(await read(ada, order)).state, await reads(ada)]).toEqual(['received', true]);
  });

  test('a paid order is not paid again', async () => {
    const ada = await createMember(app);
    const order = await buy(ada);
    const again = await ada.post(`/api/orders/${order.id}/pay`);
    expect([again.statusCode, again.json().code]).toEqual([409, 'already_paid']);
    expect(intentsOf(order)).toHaveLength(1);
  });

  test('paid without a note of it: paying again, or coming back, finds out', async () => {
    control.setWebhooks({ drop: DROPPED });
    for (const how of ['pay', 'sync']) {
      const ada = await createMember(app);
      const order = await place(ada);
      control.confirm((await begin(ada, order)).clientSecret, CARD);
      await app.settle();
      expect((await read(ada, order)).state).toBe('awaiting_payment');
      const answer = await ada.post(`/api/orders/${order.id}/${how}`);
      expect([how, answer.statusCode]).toEqual([how, how === 'pay' ? 409 : 200]);
      expect([(await read(ada, order)).state, await reads(ada)]).toEqual(['received', true]);
    }
  });

  test('coming back without having paid claims nothing (P9)', async () => {
    const ada = await createMember(app);
    const order = await place(ada);
    for (const _ of ['before a payment', 'before it is made']) {
      const told = await ada.post(`/api/orders/${order.id}/sync`, { state: 'received' });
      expect(told.statusCode).toBe(400);
      const answer = await ada.post(`/api/orders/${order.id}/sync?redirect_status=succeeded`);
      expect([answer.statusCode, answer.json().state]).toEqual([200, 'awaiting_payment']);
      await begin(ada, order);
    }
    expect(await reads(ada)).toBe(false);
  });

  test('while the provider is down paying says so, and the order is still shown', async () => {
    const ada = await createMember(app);
    const order = await place(ada);
    control.faults.add({ kind: 'error', status: 500, times: 3 });
    const refused = await ada.post(`/api/orders/${order.id}/pay`);
    expect([refused.statusCode, refused.json().message]).toEqual([503, 'Failed to start the payment']);
    control.faults.clear();
    await begin(ada, order);
    control.faults.add({ kind: 'hang up' });
    const unread = await ada.post(`/api/orders/${order.id}/sync`);
    expect([unread.statusCode, unread.headers['retry-after']]).toEqual([503, '10']);
    expect((await read(ada, order)).state).toBe('awaiting_payment');
    control.faults.clear();
  });

  test('paid, and the provider then refuses to be read: that is said in words', async () => {
    const ada = await createMember(app);
    const order = await place(ada);
    control.setWebhooks({ drop: DROPPED });
    control.confirm((await begin(ada, order)).clientSecret, CARD);
    const payments = openOwn();
    const { provider } = payments;
    const readNow = provider.readOrderPayment.bind(provider);
    vi.spyOn(provider, 'readOrderPayment').mockImplementationOnce(async (id) => {
      const seen = await readNow(id);
      control.faults.add({ operation: 'paymentIntents.retrieve', status: 400, times: 1 });
      return seen;
    });
    const row = await findOrder(app.database.db, ada.id, order.id);
    if (row === undefined) throw new Error('There is an order.');
    await expect(paymentFor(payments, row)).rejects.toMatchObject({
      status: 502,
      message: 'Failed to look for the payment',
    });
  });

  test('an answer that is lost makes no second payment', async () => {
    const ada = await createMember(app);
    const order = await place(ada);
    control.faults.add({ operation: 'paymentIntents.create', kind: 'lost', times: 3 });
    expect((await ada.post(`/api/orders/${order.id}/pay`)).statusCode).toBe(503);
    control.faults.clear();
    await begin(ada, order);
    expect(intentsOf(order)).toHaveLength(1);
  });
});

describe('money that goes back', () => {
  test('refunded: the prompt is locked again, what was delivered is withdrawn, and it can be ordered anew', async () => {
    const ada = await createMember(app);
    const order = await buy(ada);
    await deliverOrder(app.database.db, order.id, DELIVERY);
    expect((await read(ada, order)).deliveries).toHaveLength(1);
    control.refund({ payment_intent: intentOf(order), amount: 100 });
    await app.settle();
    expect([(await read(ada, order)).state, await reads(ada)]).toEqual(['delivered', true]);
    control.refund({ payment_intent: intentOf(order), amount: 9800 });
    await app.settle();
    expect(await read(ada, order)).toMatchObject({ state: 'refunded', deliveries: [] });
    expect(await reads(ada)).toBe(false);
    expect((await ada.post(`/api/orders/${order.id}/accept`)).statusCode).toBe(409);
    expect((await ada.post(`/api/orders/${order.id}/pay`)).statusCode).toBe(409);
    const next = await buy(ada);
    expect([next.id === order.id, next.state, await reads(ada)]).toEqual([false, 'received', true]);
    // Late notes about the first do not touch the second.
    await ada.post(`/api/orders/${order.id}/sync`);
    expect([await reads(ada), (await read(ada, order)).state]).toEqual([true, 'refunded']);
  });

  test('claimed back at the bank: closed while that lasts, open again when it is won, closed when it is lost', async () => {
    for (const end of ['won', 'lost'] as const) {
      const ada = await createMember(app);
      const order = await buy(ada);
      await deliverOrder(app.database.db, order.id, DELIVERY);
      const dispute = control.dispute({ payment_intent: intentOf(order) });
      await app.settle();
      expect(await reads(ada)).toBe(false);
      expect((await read(ada, order)).deliveries).toEqual([]);
      expect((await ada.post(`/api/orders/${order.id}/accept`)).statusCode).toBe(409);
      control.closeDispute(String(Reflect.get(dispute, 'id')), end);
      await app.settle();
      // Read once more, as any later note would.
      await ada.post(`/api/orders/${order.id}/sync`);
      expect([end, await reads(ada)]).toEqual([end, end === 'won']);
      expect(await read(ada, order)).toMatchObject(
        end === 'won'
          ? { state: 'delivered', isDisputed: false, deliveries: [{ title: DELIVERY.title }] }
          : { state: 'refunded', isDisputed: true, deliveries: [] },
      );
    }
  });

  test('while the bank claims it the order holds its place; lost for good, the prompt can be ordered anew', async () => {
    const ada = await createMember(app);
    const order = await buy(ada);
    const dispute = control.dispute({ payment_intent: intentOf(order) });
    await app.settle();
    expect(await read(ada, order)).toMatchObject({ state: 'received', isDisputed: true });
    const form = { key: randomUUID(), brief: BRIEF, promptId: seedId(TITLE) };
    const early = await ada.post('/api/orders', form);
    expect([early.statusCode, early.json().code]).toEqual([409, 'already_ordered']);
    control.closeDispute(String(Reflect.get(dispute, 'id')), 'lost');
    await app.settle();
    const next = await buy(ada);
    expect([next.id === order.id, next.state, await reads(ada)]).toEqual([false, 'received', true]);
    // Late notes about the first do not touch the second.
    await ada.post(`/api/orders/${order.id}/sync`);
    expect([(await read(ada, order)).state, await reads(ada)]).toEqual(['refunded', true]);
  });

  test('of two that look at once, on two processes, none writes what it read before the other', async () => {
    const ada = await createMember(app);
    const order = await buy(ada);
    control.setWebhooks({ drop: ['*'] });
    const payments = openOwn();
    const { provider } = payments;
    const readNow = provider.readOrderPayment.bind(provider);
    const [hasRead, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    vi.spyOn(provider, 'readOrderPayment').mockImplementationOnce(async (id) => {
      const seen = await readNow(id);
      hasRead.resolve();
      await mayGoOn.promise;
      return seen;
    });
    const first = applyPayment(payments, { orderId: order.id, paymentIntentId: intentOf(order) });
    await hasRead.promise;
    control.dispute({ payment_intent: intentOf(order) });
    const second = ada.post(`/api/orders/${order.id}/sync`);
    // Without the lock the second is done by now, and the first then writes what is old.
    await Promise.race([second, new Promise((done) => setTimeout(done, 500))]);
    mayGoOn.resolve();
    await Promise.all([first, second]);
    expect([(await second).statusCode, await reads(ada)]).toEqual([200, false]);
  });
});

describe('payments that do not belong', () => {
  test('of another order, another amount, another currency, or none of ours, change nothing', async () => {
    const ada = await createMember(app);
    const [order, other] = [await place(ada, {}), await place(ada)];
    await begin(ada, order);
    await begin(ada, other);
    const payment = {
      paymentIntentId: intentOf(order),
      orderId: order.id,
      status: 'succeeded',
      amountCents: 9900,
      currency: 'usd',
      isPaid: true,
      isRefunded: false,
      isDisputed: false,
      isLost: false,
      clientSecret: null,
    };
    const said: string[] = [];
    const log = { error: (_fields: object, message: string) => void said.push(message) };
    const { db } = app.database;
    for (const wrong of [
      { paymentIntentId: intentOf(other) },
      { amountCents: 1 },
      { currency: 'jpy' },
      { orderId: null },
      { orderId: 'aaaaaaaaaaaa' },
      { isPaid: false, status: 'processing' },
    ]) {
      expect(await writePayment(db, { ...payment, ...wrong }, log)).toBeUndefined();
      expect((await read(ada, order)).state).toBe('awaiting_payment');
    }
    expect(said).toEqual(Array.from({ length: 3 }, () => 'a payment does not fit its order'));
    // As often and as parallel as it likes, the right one counts once.
    const states = await Promise.all(Array.from({ length: 8 }, () => writePayment(db, payment, log)));
    expect(states.filter((state) => state !== undefined)).toEqual(['received']);
  });

  test('a subscription’s payment fulfils no order', async () => {
    const ada = await app.member();
    const order = await place(ada);
    await begin(ada, order);
    await ada.subscribe('pro');
    expect((await read(ada, order)).state).toBe('awaiting_payment');
  });
});

test('the reconcile finds what was paid and paid back without a note, and says so', async () => {
  const payments = openOwn();
  await reconcileOrders(payments, () => undefined);
  control.setWebhooks({ drop: DROPPED });
  const [ada, eve] = [await createMember(app), await createMember(app)];
  const [paid, back] = [await buy(ada), await buy(eve)];
  expect([paid.state, back.state]).toEqual(['awaiting_payment', 'awaiting_payment']);
  control.refund({ payment_intent: intentOf(back) });
  await app.settle();
  const lines: string[] = [];
  const result = await reconcileOrders(payments, (line) => lines.push(line));
  expect(result).toMatchObject({ repaired: 2, failed: 0 });
  expect(lines.sort()).toEqual(
    [
      `order ${paid.id}: its payment was not noted, it is received now`,
      `order ${back.id}: its payment was not noted, it is refunded now`,
    ].sort(),
  );
  expect([await reads(ada), await reads(eve)]).toEqual([true, false]);
  expect(await reconcileOrders(payments, (line) => lines.push(line))).toMatchObject({
    repaired: 0,
    failed: 0,
  });
  expect((await readOrderPayment(payments, intentOf(back))).isRefunded).toBe(true);
});

test('no secret and nothing of a brief is in the log', () => {
  const log = app.logLines.join('\n');
  expect(log).toContain('/api/orders/:id/pay');
  expect(log).not.toMatch(/_secret_|sk_test_|whsec_|secretgoalzq|deliveredzq/);
});
