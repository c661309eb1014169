import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CLI_ACTOR } from '#server/core/audit/staff-transaction.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { callsWith, createMember } from '#server/testing/test-app.ts';
import { type BillingApp, CARD, createBillingApp } from '../billing/testing/billing-app.ts';
import { startCheckout } from './orders.checkout.ts';
import { deliverOrder } from './orders.fulfillment.ts';
import { syncOrderPayment, writePayment } from './orders.payment-sync.ts';
import { findOrder } from './orders.queries.ts';
import { BRIEF, type Buyers, createBuyers, PAYMENT_EVENTS, TITLE } from './testing/buyers.ts';

let app: BillingApp;
let control: BillingApp['sandbox']['control'];
let buyers: Buyers;

const DECLINED = '4000000000000002';
const ASKS_THE_BANK = '4000002500003155';
/** What is left of it: named, without its text. */
const LOCKED = [{ title: 'Plan our week', content: '', variables: [], note: null }];
const DELIVERY = { title: 'Plan our week', content: 'Plan it deliveredzq.', variables: [], note: null };

beforeAll(async () => {
  app = await createBillingApp();
  control = app.sandbox.control;
  buyers = await createBuyers(app);
  await seedPrompts(app.database.db, [{ title: 'Another engineer prompt', tier: 'engineer' }]);
});
afterAll(() => app.close());
beforeEach(() => {
  control.setWebhooks({ hold: false, drop: [], shuffle: true, duplicate: true, beforeResponse: false });
});

describe('paying', () => {
  test('one payment of $99 fulfils the order and opens the prompt, to its buyer alone', async () => {
    const [ada, eve] = [await createMember(app), await createMember(app)];
    const order = await buyers.place(ada);
    const payment = await buyers.begin(ada, order);
    expect(payment).toMatchObject({ intent: 'payment', amountCents: 9900, currency: 'usd' });
    expect(await buyers.reads(ada)).toBe(false);
    control.confirm(payment.clientSecret, CARD);
    await app.settle();
    expect(await buyers.read(ada, order)).toMatchObject({ state: 'received', paidAt: expect.any(String) });
    const mails = await sql`select kind, data from mail_outbox where user_id = ${ada.id}`.execute(
      app.database.db,
    );
    const data = {
      orderId: order.id,
      title: BRIEF.goal,
      paid: { cents: 9900, currency: 'usd' },
      expectedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    };
    expect(mails.rows).toEqual([{ kind: 'order-received', data }]);
    expect([await buyers.reads(ada), await buyers.reads(eve)]).toEqual([true, false]);
    // A grant opens this one prompt, no other and no plan.
    expect((await ada.get(`/api/prompts/${seedId('Another engineer prompt')}`)).statusCode).toBe(403);
    expect((await ada.get('/api/auth/user')).json().subscriptionTier).toBe('basic');
    expect((await ada.get(`/api/prompts/${seedId(TITLE)}/export?format=markdown`)).statusCode).toBe(403);
    const [intent] = buyers.intentsOf(order);
    expect(intent).toMatchObject({ amount: 9900, status: 'succeeded' });
    expect(JSON.stringify(intent)).not.toContain('secretgoalzq');
  });

  test('asked for ten times at once, and again later, it is the same payment', async () => {
    const ada = await createMember(app);
    const order = await buyers.place(ada);
    const secrets = await Promise.all(Array.from({ length: 10 }, () => buyers.begin(ada, order)));
    expect(new Set(secrets.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    expect((await buyers.begin(ada, order)).clientSecret).toBe(secrets[0]?.clientSecret);
    expect(buyers.intentsOf(order)).toHaveLength(1);
  });

  test('a declined card changes nothing; the same payment takes another one', async () => {
    const ada = await createMember(app);
    const order = await buyers.place(ada);
    const { clientSecret } = await buyers.begin(ada, order);
    expect(control.confirm(clientSecret, DECLINED).error).toMatchObject({ code: 'card_declined' });
    await app.settle();
    expect([(await buyers.read(ada, order)).state, await buyers.reads(ada)]).toEqual([
      'awaiting_payment',
      false,
    ]);
    expect((await buyers.begin(ada, order)).clientSecret).toBe(clientSecret);
    control.confirm(clientSecret, CARD);
    await app.settle();
    expect([(await buyers.read(ada, order)).state, await buyers.reads(ada)]).toEqual(['received', true]);
  });

  test('the bank may ask: failed it is not paid, passed it is', async () => {
    const ada = await createMember(app);
    const order = await buyers.place(ada);
    const { clientSecret } = await buyers.begin(ada, order);
    control.confirm(clientSecret, ASKS_THE_BANK);
    control.authenticate(clientSecret, 'failed');
    await app.settle();
    expect([(await buyers.read(ada, order)).state, await buyers.reads(ada)]).toEqual([
      'awaiting_payment',
      false,
    ]);
    control.confirm(clientSecret, ASKS_THE_BANK);
    control.authenticate(clientSecret, 'succeeded');
    await app.settle();
    expect([(await buyers.read(ada, order)).state, await buyers.reads(ada)]).toEqual(['received', true]);
  });

  test('a paid order is not paid again', async () => {
    const ada = await createMember(app);
    const order = await buyers.buy(ada);
    const again = await ada.post(`/api/orders/${order.id}/pay`);
    expect([again.statusCode, again.json().code]).toEqual([409, 'already_paid']);
    expect(buyers.intentsOf(order)).toHaveLength(1);
  });

  test('paid without an event: paying again, or coming back, finds out', async () => {
    control.setWebhooks({ drop: PAYMENT_EVENTS });
    for (const action of ['pay', 'sync']) {
      const ada = await createMember(app);
      const order = await buyers.place(ada);
      control.confirm((await buyers.begin(ada, order)).clientSecret, CARD);
      await app.settle();
      expect((await buyers.read(ada, order)).state).toBe('awaiting_payment');
      const response = await ada.post(`/api/orders/${order.id}/${action}`);
      expect([action, response.statusCode]).toEqual([action, action === 'pay' ? 409 : 200]);
      expect([(await buyers.read(ada, order)).state, await buyers.reads(ada)]).toEqual(['received', true]);
    }
  });

  test('coming back without having paid claims nothing', async () => {
    const ada = await createMember(app);
    const order = await buyers.place(ada);
    for (const _ of ['before a payment', 'before it is made']) {
      const refused = await ada.post(`/api/orders/${order.id}/sync`, { state: 'received' });
      expect(refused.statusCode).toBe(400);
      const response = await ada.post(`/api/orders/${order.id}/sync?redirect_status=succeeded`);
      expect([response.statusCode, response.json().state]).toEqual([200, 'awaiting_payment']);
      await buyers.begin(ada, order);
    }
    expect(await buyers.reads(ada)).toBe(false);
  });

  test('while the provider is down paying says so, and the order is still shown', async () => {
    const ada = await createMember(app);
    const order = await buyers.place(ada);
    control.faults.add({ kind: 'error', status: 500, times: 3 });
    const refused = await ada.post(`/api/orders/${order.id}/pay`);
    expect([refused.statusCode, refused.json().message]).toEqual([503, 'Failed to start the payment']);
    control.faults.clear();
    await buyers.begin(ada, order);
    control.faults.add({ kind: 'hang up' });
    const unread = await ada.post(`/api/orders/${order.id}/sync`);
    expect([unread.statusCode, unread.headers['retry-after']]).toEqual([503, '10']);
    expect((await buyers.read(ada, order)).state).toBe('awaiting_payment');
    control.faults.clear();
  });

  test('paid, and the provider then refuses to be read: the message is ours', async () => {
    const ada = await createMember(app);
    const order = await buyers.place(ada);
    control.setWebhooks({ drop: PAYMENT_EVENTS });
    control.confirm((await buyers.begin(ada, order)).clientSecret, CARD);
    const billing = app.services();
    const { orders } = billing.provider;
    const readNow = orders.readPayment.bind(orders);
    vi.spyOn(orders, 'readPayment').mockImplementationOnce(async (id) => {
      const seen = await readNow(id);
      control.faults.add({ operation: 'paymentIntents.retrieve', status: 400, times: 1 });
      return seen;
    });
    const row = await findOrder(app.database.db, ada.id, order.id);
    if (row === undefined) throw new Error('There is an order.');
    await expect(startCheckout(billing, row)).rejects.toMatchObject({
      status: 502,
      message: 'Failed to look for the payment',
    });
  });

  test('starting a payment and finding it paid share one time limit', async () => {
    const ada = await createMember(app);
    const order = await buyers.place(ada);
    const { clientSecret } = await buyers.begin(ada, order);
    control.setWebhooks({ drop: ['*'] });
    control.confirm(clientSecret, CARD);
    await app.settle();
    const node = await app.node({ request: 1400, operation: 1500 });
    // Each is within the limit, both together are not.
    control.faults.add({ operation: 'paymentIntents.retrieve', kind: 'delay', delay: 1000, times: 2 });
    const response = await callsWith(node, ada.cookie).post(`/api/orders/${order.id}/pay`);
    control.faults.clear();
    expect([response.statusCode, response.json().message]).toEqual([503, 'Failed to start the payment']);
  });

  test('a response that is lost makes no second payment', async () => {
    const ada = await createMember(app);
    const order = await buyers.place(ada);
    control.faults.add({ operation: 'invoices.create', kind: 'lost', times: 3 });
    expect((await ada.post(`/api/orders/${order.id}/pay`)).statusCode).toBe(503);
    control.faults.clear();
    await buyers.begin(ada, order);
    expect(buyers.intentsOf(order)).toHaveLength(1);
  });
});

describe('money that goes back', () => {
  test('refunded: the prompt is locked again, what was delivered is withdrawn, and it can be ordered again', async () => {
    const ada = await createMember(app);
    const order = await buyers.buy(ada);
    await deliverOrder(app.database.db, CLI_ACTOR, order.id, DELIVERY);
    expect((await buyers.read(ada, order)).deliveries).toHaveLength(1);
    control.refund({ payment_intent: buyers.intentOf(order), amount: 100 });
    await app.settle();
    expect([(await buyers.read(ada, order)).state, await buyers.reads(ada)]).toEqual(['delivered', true]);
    control.refund({ payment_intent: buyers.intentOf(order), amount: 9800 });
    await app.settle();
    expect(await buyers.read(ada, order)).toMatchObject({ state: 'refunded', deliveries: LOCKED });
    expect((await buyers.read(ada, order)).refundedAt).toEqual(expect.any(String));
    const mails =
      await sql`select data from mail_outbox where user_id = ${ada.id} and kind = 'order-refunded'`.execute(
        app.database.db,
      );
    expect(mails.rows).toMatchObject([
      { data: { returned: { cents: 9900, currency: 'usd' }, isByBank: false } },
    ]);
    expect((await ada.get('/api/notices')).json()).toMatchObject([
      { kind: 'order_refunded', path: `/orders?order=${order.id}` },
      { kind: 'order_delivered' },
    ]);
    expect(await buyers.reads(ada)).toBe(false);
    expect((await ada.post(`/api/orders/${order.id}/accept`)).statusCode).toBe(409);
    expect((await ada.post(`/api/orders/${order.id}/pay`)).statusCode).toBe(409);
    const next = await buyers.buy(ada);
    expect([next.id === order.id, next.state, await buyers.reads(ada)]).toEqual([false, 'received', true]);
    // Late events about the first do not touch the second.
    await ada.post(`/api/orders/${order.id}/sync`);
    expect([await buyers.reads(ada), (await buyers.read(ada, order)).state]).toEqual([true, 'refunded']);
  });

  test('claimed back at the bank: closed while that lasts, open again when it is won, closed when it is lost', async () => {
    for (const end of ['won', 'lost'] as const) {
      const ada = await createMember(app);
      const order = await buyers.buy(ada);
      await deliverOrder(app.database.db, CLI_ACTOR, order.id, DELIVERY);
      const dispute = control.dispute({ payment_intent: buyers.intentOf(order) });
      await app.settle();
      expect(await buyers.reads(ada)).toBe(false);
      expect((await buyers.read(ada, order)).deliveries).toMatchObject(LOCKED);
      expect((await ada.post(`/api/orders/${order.id}/accept`)).statusCode).toBe(409);
      control.closeDispute(String(Reflect.get(dispute, 'id')), end);
      await app.settle();
      // Read once more, as after any later event.
      await ada.post(`/api/orders/${order.id}/sync`);
      expect([end, await buyers.reads(ada)]).toEqual([end, end === 'won']);
      expect(await buyers.read(ada, order)).toMatchObject(
        end === 'won'
          ? { state: 'delivered', isDisputed: false, deliveries: [{ title: DELIVERY.title }] }
          : { state: 'refunded', isDisputed: true, deliveries: LOCKED },
      );
    }
  });

  test('while the bank claims it the order holds its place; lost for good, the prompt can be ordered again', async () => {
    const ada = await createMember(app);
    const order = await buyers.buy(ada);
    const dispute = control.dispute({ payment_intent: buyers.intentOf(order) });
    await app.settle();
    expect(await buyers.read(ada, order)).toMatchObject({ state: 'received', isDisputed: true });
    const form = { key: randomUUID(), brief: BRIEF, promptId: seedId(TITLE) };
    const early = await ada.post('/api/orders', form);
    expect([early.statusCode, early.json().code]).toEqual([409, 'already_ordered']);
    control.closeDispute(String(Reflect.get(dispute, 'id')), 'lost');
    await app.settle();
    const next = await buyers.buy(ada);
    expect([next.id === order.id, next.state, await buyers.reads(ada)]).toEqual([false, 'received', true]);
    // Late events about the first do not touch the second.
    await ada.post(`/api/orders/${order.id}/sync`);
    expect([(await buyers.read(ada, order)).state, await buyers.reads(ada)]).toEqual(['refunded', true]);
  });

  test('of two that look at once, on two processes, none writes what it read before the other', async () => {
    const ada = await createMember(app);
    const order = await buyers.buy(ada);
    control.setWebhooks({ drop: ['*'] });
    const billing = app.services();
    const { orders } = billing.provider;
    const readNow = orders.readPayment.bind(orders);
    const [hasRead, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    vi.spyOn(orders, 'readPayment').mockImplementationOnce(async (id) => {
      const seen = await readNow(id);
      hasRead.resolve();
      await mayGoOn.promise;
      return seen;
    });
    const first = syncOrderPayment(billing, { orderId: order.id, paymentIntentId: buyers.intentOf(order) });
    await hasRead.promise;
    control.dispute({ payment_intent: buyers.intentOf(order) });
    const second = ada.post(`/api/orders/${order.id}/sync`);
    // Without the lease the second is done by now, and the first then writes what is old.
    await Promise.race([second, new Promise((done) => setTimeout(done, 500))]);
    mayGoOn.resolve();
    await Promise.all([first, second]);
    expect([(await second).statusCode, await buyers.reads(ada)]).toEqual([200, false]);
  });
});

describe('payments that do not belong', () => {
  test('of another order, another amount, another currency, or none of ours, change nothing', async () => {
    const ada = await createMember(app);
    const [order, other] = [await buyers.place(ada, {}), await buyers.place(ada)];
    await buyers.begin(ada, order);
    await buyers.begin(ada, other);
    const payment = {
      paymentIntentId: buyers.intentOf(order),
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
    const bodies: string[] = [];
    const log = { error: (_fields: object, message: string) => void bodies.push(message) };
    const write = (change: object) =>
      app.database.db
        .transaction()
        .execute((transaction) => writePayment(transaction, { ...payment, ...change }, log));
    for (const wrong of [
      { paymentIntentId: buyers.intentOf(other) },
      { amountCents: 1 },
      { currency: 'jpy' },
      { orderId: null },
      { orderId: 'aaaaaaaaaaaa' },
      { isPaid: false, status: 'processing' },
    ]) {
      expect(await write(wrong)).toBeUndefined();
      expect((await buyers.read(ada, order)).state).toBe('awaiting_payment');
    }
    expect(bodies).toEqual(Array.from({ length: 3 }, () => 'a payment does not fit its order'));
    // As often and as parallel as it likes, the right one counts once.
    const states = await Promise.all(Array.from({ length: 8 }, () => write({})));
    expect(states.filter((state) => state !== undefined)).toEqual(['received']);
  });

  test('a discarded order can be paid no more in an old tab', async () => {
    const ada = await createMember(app);
    const order = await buyers.place(ada);
    const { clientSecret } = await buyers.begin(ada, order);
    expect((await ada.del(`/api/orders/${order.id}`)).json()).toEqual({ isDeleted: true });
    control.confirm(clientSecret, CARD);
    await app.settle();
    expect(buyers.intentsOf(order)).toMatchObject([{ status: 'canceled' }]);
    expect((await ada.get('/api/orders')).json()).toEqual([]);
    expect(await buyers.reads(ada)).toBe(false);
  });

  test('an order that is paid is not discarded, even before we know of the payment', async () => {
    const ada = await createMember(app);
    const order = await buyers.place(ada);
    const { clientSecret } = await buyers.begin(ada, order);
    control.setWebhooks({ hold: true });
    control.confirm(clientSecret, CARD);
    expect((await ada.del(`/api/orders/${order.id}`)).statusCode).toBe(409);
    expect((await buyers.read(ada, order)).state).toBe('received');
  });

  test('a subscription’s payment fulfils no order', async () => {
    const ada = await app.member();
    const order = await buyers.place(ada);
    await buyers.begin(ada, order);
    await ada.subscribe('pro');
    expect((await buyers.read(ada, order)).state).toBe('awaiting_payment');
  });
});

test('no secret and nothing of a brief is in the log', () => {
  const log = app.logLines.join('\n');
  expect(log).toContain('/api/orders/:id/pay');
  expect(log).not.toMatch(/_secret_|sk_test_|whsec_|secretgoalzq|deliveredzq/);
});
