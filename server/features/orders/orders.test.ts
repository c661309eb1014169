import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BRIEF_MINIMUMS } from '#contract/brief-minimums.ts';
import { LIMITS, SERVER_LIMITS } from '#contract/limits.ts';
import { listOrders, type Order } from '#contract/orders.ts';
import { CLI_ACTOR } from '#server/core/audit/staff-transaction.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { type BillingApp, createBillingApp } from '../billing/testing/billing-app.ts';
import { deliverOrder, listWaiting, startOrder } from './orders.fulfillment.ts';

let app: BillingApp;
let db: BillingApp['database']['db'];

const ENGINEER = 'An engineer prompt';
const BRIEF = {
  goal: 'Plan a week of family dinners',
  context: 'For two children who eat at home on weekdays.',
  result: 'A table with a row for each day.',
};
const DELIVERY = {
  title: 'Plan our week',
  content: 'Plan a week for [children].',
  variables: [{ name: 'children', label: 'Children', type: 'text' as const, required: true }],
  note: 'Try it with last week first.',
};

beforeAll(async () => {
  app = await createBillingApp();
  db = app.database.db;
  await seedPrompts(db, [
    { title: ENGINEER, tier: 'engineer', content: 'The engineer text.' },
    { title: 'A pro prompt', tier: 'pro' },
    { title: 'A retired one', tier: 'engineer', isListed: false },
  ]);
});
afterAll(() => app.close());

async function place(member: TestMember, more: object = {}): Promise<Order> {
  const response = await member.post('/api/orders', { key: randomUUID(), brief: BRIEF, ...more });
  expect([response.statusCode, response.payload.slice(0, 200)]).toEqual([
    200,
    expect.stringContaining('"id"'),
  ]);
  return response.json();
}

/** As if it had been paid, without the provider: what these tests are about comes after. */
async function pay(order: Order): Promise<void> {
  await sql`update orders set state = 'received', paid_at = now() where id = ${order.id}`.execute(db);
}

async function delivered(member: TestMember): Promise<Order> {
  const order = await place(member);
  await pay(order);
  await deliverOrder(db, CLI_ACTOR, order.id, DELIVERY);
  return order;
}

const act = async (member: TestMember, id: string, action: string, body?: object) => {
  const response = await member.post(`/api/orders/${id}/${action}`, body);
  return { status: response.statusCode, body: response.json() };
};

describe('placing an order', () => {
  test('keeps the brief, at the price of the table, and waits for its payment', async () => {
    const ada = await createMember(app);
    const order = await place(ada, {
      promptId: seedId(ENGINEER),
      brief: { ...BRIEF, goal: `  ${BRIEF.goal} \n` },
    });
    expect(order).toMatchObject({
      state: 'awaiting_payment',
      brief: BRIEF,
      prompt: { id: seedId(ENGINEER), title: ENGINEER },
      amountCents: 9900,
      currency: 'usd',
      paidAt: null,
      revisions: [],
      deliveries: [],
    });
    expect((await ada.get(`/api/orders/${order.id}`)).json()).toEqual(order);
    const all = await ada.get('/api/orders');
    expect(listOrders.response.parse(all.json())).toEqual([order]);
    expect(all.headers['cache-control']).toBe('private, no-store');
    expect((await ada.get(`/api/prompts/${seedId(ENGINEER)}`)).statusCode).toBe(403);
  });

  test('a form sent twenty times at once is one order', async () => {
    const ada = await createMember(app);
    const key = randomUUID();
    const orders = await Promise.all(Array.from({ length: 20 }, () => place(ada, { key })));
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    expect((await ada.get('/api/orders')).json()).toHaveLength(1);
  });

  test('another form for the same prompt continues the unpaid order; paid, it is refused', async () => {
    const ada = await createMember(app);
    const promptId = seedId(ENGINEER);
    const both = await Promise.all([place(ada, { promptId }), place(ada, { promptId })]);
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
    const changed = await place(ada, {
      promptId,
      brief: { ...BRIEF, goal: 'Plan a month of family dinners' },
    });
    expect([changed.id, changed.brief.goal]).toEqual([both[0]?.id, 'Plan a month of family dinners']);
    await pay(changed);
    const refused = await ada.post('/api/orders', { key: randomUUID(), brief: BRIEF, promptId });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'already_ordered', orderId: changed.id },
    ]);
    expect((await ada.get('/api/orders')).json()).toMatchObject([
      { brief: { goal: 'Plan a month of family dinners' } },
    ]);
    expect(await place(await createMember(app), { promptId })).toMatchObject({ state: 'awaiting_payment' });
  });

  test('a paid order keeps its brief, whatever its form sends later', async () => {
    const ada = await createMember(app);
    const key = randomUUID();
    const order = await place(ada, { key });
    await pay(order);
    expect(await place(ada, { key, brief: { ...BRIEF, goal: 'Something else altogether' } })).toMatchObject({
      id: order.id,
      state: 'received',
      brief: BRIEF,
    });
  });

  test('only engineer prompts can be ordered from', async () => {
    const ada = await createMember(app, { tier: 'engineer' });
    for (const id of [seedId('A pro prompt'), seedId('A retired one'), 'aaaaaaaaaaaa', 'x', null, ['a']]) {
      const response = await ada.post('/api/orders', { key: randomUUID(), brief: BRIEF, promptId: id });
      expect([id, response.statusCode]).toEqual([id, 400]);
      expect(response.json().message).toMatch(/^promptId: /);
    }
  });

  test('a brief is whole, within its limits, and carries nothing else', async () => {
    const ada = await createMember(app);
    const wrong = [
      { ...BRIEF, goal: ' \n ' },
      { ...BRIEF, goal: ` ${'x'.repeat(BRIEF_MINIMUMS.goal - 1)} ` },
      { ...BRIEF, context: 'x'.repeat(BRIEF_MINIMUMS.context - 1) },
      { ...BRIEF, result: 'x'.repeat(BRIEF_MINIMUMS.result - 1) },
      { ...BRIEF, goal: 'x'.repeat(LIMITS.briefGoalCharacters + 1) },
      { ...BRIEF, context: 'x'.repeat(LIMITS.briefCharacters + 1) },
      { ...BRIEF, result: 'a\0b' },
      { ...BRIEF, model: '\ud800' },
      { ...BRIEF, state: 'delivered' },
      { goal: 'x' },
    ];
    for (const brief of wrong) {
      expect((await ada.post('/api/orders', { key: randomUUID(), brief })).statusCode).toBe(400);
    }
    const short = await ada.post('/api/orders', {
      key: randomUUID(),
      brief: { goal: 'x', context: 'y', result: 'z' },
    });
    expect(short.json().message).toBe(
      'brief.goal: must have at least 20 characters; brief.context: must have at least 40 characters; brief.result: must have at least 20 characters',
    );
    for (const more of [{ amountCents: 1 }, { userId: 'x' }, { state: 'received' }]) {
      expect((await ada.post('/api/orders', { key: randomUUID(), brief: BRIEF, ...more })).statusCode).toBe(
        400,
      );
    }
    expect((await ada.post('/api/orders', { key: 'x', brief: BRIEF })).statusCode).toBe(400);
    expect((await ada.get('/api/orders')).json()).toEqual([]);
  });

  test('the number of orders is limited', async () => {
    const ada = await createMember(app);
    await sql`insert into orders (id, user_id, client_key, goal, context, result, amount_cents, currency)
      select 'many' || translate(lpad(n::text, 8, 'a'), '0189', 'bcde'), ${ada.id}, gen_random_uuid(), 'g', 'c', 'r', 9900, 'usd'
      from generate_series(1, ${SERVER_LIMITS.orders}) n`.execute(db);
    const response = await ada.post('/api/orders', { key: randomUUID(), brief: BRIEF });
    expect([response.statusCode, response.json().code]).toEqual([409, 'too_many_orders']);
    expect((await ada.get('/api/orders')).json()).toHaveLength(SERVER_LIMITS.orders);
  });
});

describe('an unpaid order', () => {
  test('takes another brief, as whole as the first, until it is paid', async () => {
    const ada = await createMember(app);
    const { id } = await place(ada);
    const put = (brief: object) => ada.put(`/api/orders/${id}/brief`, { brief });
    const goal = 'Plan a month of family dinners';
    for (const _again of [1, 2])
      expect((await put({ ...BRIEF, goal })).json()).toMatchObject({ brief: { goal } });
    expect((await put({ ...BRIEF, goal: 'x' })).statusCode).toBe(400);
    await sql`update orders set state = 'received', paid_at = now() where id = ${id}`.execute(db);
    const late = await put(BRIEF);
    expect([late.statusCode, late.json().code]).toEqual([409, 'already_paid']);
    expect((await ada.get(`/api/orders/${id}`)).json().brief.goal).toBe(goal);
  });

  test('can be discarded by its buyer, and ordered again; paid, it stays', async () => {
    const ada = await createMember(app);
    const promptId = seedId(ENGINEER);
    const order = await place(ada, { promptId });
    const eve = await createMember(app);
    expect((await eve.del(`/api/orders/${order.id}`)).statusCode).toBe(404);
    expect((await eve.put(`/api/orders/${order.id}/brief`, { brief: BRIEF })).statusCode).toBe(404);
    expect((await ada.del(`/api/orders/${order.id}`)).json()).toEqual({ isDeleted: true });
    expect((await ada.del(`/api/orders/${order.id}`)).statusCode).toBe(404);
    expect((await ada.get('/api/orders')).json()).toEqual([]);
    const next = await place(ada, { promptId });
    expect(next.id).not.toBe(order.id);
    await pay(next);
    const late = await ada.del(`/api/orders/${next.id}`);
    expect([late.statusCode, late.json().code]).toEqual([409, 'already_paid']);
  });
});

describe('working on an order', () => {
  test('it goes through its states: received, in progress, delivered, revision, delivered, accepted', async () => {
    const ada = await createMember(app);
    const order = await place(ada);
    await pay(order);
    expect((await listWaiting(db)).map(({ id }) => id)).toContain(order.id);
    await startOrder(db, CLI_ACTOR, order.id);
    expect((await ada.get(`/api/orders/${order.id}`)).json().state).toBe('in_work');
    expect(await deliverOrder(db, CLI_ACTOR, order.id, DELIVERY)).toBe(true);
    expect(await deliverOrder(db, CLI_ACTOR, order.id, DELIVERY)).toBe(false);
    const seen: Order = (await ada.get(`/api/orders/${order.id}`)).json();
    expect(seen).toMatchObject({ state: 'delivered', deliveries: [DELIVERY] });

    const asked = await act(ada, order.id, 'revision', { text: '  Shorter, please. ' });
    expect(asked).toMatchObject({
      status: 200,
      body: { state: 'revision', revisions: [{ text: 'Shorter, please.' }] },
    });
    // A second click does not ask twice; more has to wait for the next delivery.
    expect((await act(ada, order.id, 'revision', { text: 'Shorter, please.' })).body).toEqual(asked.body);
    expect(await act(ada, order.id, 'revision', { text: 'And blue.' })).toMatchObject({
      status: 409,
      body: { code: 'revision_under_way' },
    });
    await startOrder(db, CLI_ACTOR, order.id);
    await deliverOrder(db, CLI_ACTOR, order.id, { ...DELIVERY, content: 'Plan [children].', note: null });
    const again = await act(ada, order.id, 'accept');
    expect(again.body.state).toBe('accepted');
    expect(again.body.deliveries.map(({ content }: { content: string }) => content)).toEqual([
      DELIVERY.content,
      'Plan [children].',
    ]);
    expect(await act(ada, order.id, 'accept')).toEqual(again);
    await expect(deliverOrder(db, CLI_ACTOR, order.id, DELIVERY)).rejects.toThrow(
      /is accepted: it cannot be delivered/,
    );
    await expect(startOrder(db, CLI_ACTOR, order.id)).rejects.toThrow(/is accepted/);
    expect((await listWaiting(db)).map(({ id }) => id)).not.toContain(order.id);
    const mails = await sql<{ kind: string; data: { title: string } }>`
      select kind, data from mail_outbox where user_id = ${ada.id} order by id`.execute(db);
    expect(mails.rows.map(({ kind, data: { title } }) => [kind, title])).toEqual(
      ['delivered', 'revision', 'delivered'].map((kind) => [`order-${kind}`, BRIEF.goal]),
    );
    expect((await ada.get('/api/notices')).json()).toMatchObject([
      { subject: BRIEF.goal, path: `/orders?order=${order.id}` },
      { subject: BRIEF.goal },
    ]);
  });

  test('what is not paid is not worked on, and nothing can be accepted before it is there', async () => {
    const ada = await createMember(app);
    const order = await place(ada);
    await expect(deliverOrder(db, CLI_ACTOR, order.id, DELIVERY)).rejects.toThrow(
      /awaiting_payment: it cannot be delivered/,
    );
    await expect(startOrder(db, CLI_ACTOR, order.id)).rejects.toThrow(/awaiting_payment/);
    await expect(startOrder(db, CLI_ACTOR, 'aaaaaaaaaaaa')).rejects.toThrow(
      'There is no order aaaaaaaaaaaa.',
    );
    await pay(order);
    for (const [action, body] of [['accept'], ['revision', { text: 'Shorter' }]] as [string, object?][]) {
      expect(await act(ada, order.id, action, body)).toMatchObject({
        status: 409,
        body: { code: 'nothing_delivered' },
      });
    }
  });

  test('ten requests for changes at once are one', async () => {
    const ada = await createMember(app);
    const order = await delivered(ada);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => act(ada, order.id, 'revision', { text: `Change ${index}` })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await ada.get(`/api/orders/${order.id}`)).json().revisions).toHaveLength(1);
  });

  test('a delivery that is too long for a response is refused', async () => {
    const order = await place(await createMember(app));
    await pay(order);
    const content = 'x'.repeat(50_001);
    await expect(deliverOrder(db, CLI_ACTOR, order.id, { ...DELIVERY, content })).rejects.toThrow(
      /at most 50000 fit/,
    );
  });
});

test('an order is its member’s alone: for all others it is not there', async () => {
  const [ada, eve] = [await createMember(app), await createMember(app, { tier: 'engineer' })];
  const order = await delivered(ada);
  const responses = [
    await eve.get(`/api/orders/${order.id}`),
    await eve.post(`/api/orders/${order.id}/pay`),
    await eve.post(`/api/orders/${order.id}/sync`),
    await eve.post(`/api/orders/${order.id}/accept`),
    await eve.post(`/api/orders/${order.id}/revision`, { text: 'Mine' }),
    await eve.get('/api/orders/aaaaaaaaaaaa'),
  ];
  for (const response of responses) {
    expect([response.statusCode, response.json().message]).toEqual([404, 'Order not found']);
  }
  expect((await eve.get(`/api/orders?userId=${ada.id}`)).json()).toEqual([]);
  // Nor does the delivered prompt show in what the library shows.
  for (const url of ['/api/prompts/search?q=children', `/api/prompts/${order.id}`, '/api/prompts/search']) {
    expect((await eve.get(url)).payload).not.toContain('[children]');
  }
  expect((await ada.get(`/api/orders/${order.id}`)).json()).toMatchObject({
    state: 'delivered',
    revisions: [],
  });
});

describe('without payments set up', () => {
  let quiet: TestApp;
  beforeAll(async () => {
    quiet = await createTestApp({ template: 'empty' });
  });
  afterAll(() => quiet.close());

  test('nothing can be ordered, and it says why', async () => {
    const ada = await createMember(quiet);
    const response = await ada.post('/api/orders', { key: randomUUID(), brief: BRIEF });
    expect([response.statusCode, response.json().message]).toEqual([503, 'Payment system not configured']);
    expect((await ada.get('/api/orders')).json()).toEqual([]);
    const { payload: page } = await ada.get('/subscribe?tier=engineer');
    expect(page).toContain('Payment system not configured');
    expect(page).not.toContain('Continue to payment');
  });
});
