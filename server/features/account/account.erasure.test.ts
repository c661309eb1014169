import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { callsWith, createMember, createTestApp, type TestMember } from '#server/testing/test-app.ts';
import { listIncidents } from '../billing/billing.incidents.queries.ts';
import {
  type BillingApp,
  createBillingApp,
  customerOf,
  subscriptionsOf,
} from '../billing/testing/billing-app.ts';
import { makeEvent, postEvent, signEvent } from '../billing/testing/webhook-events.ts';
import { createBuyers } from '../orders/testing/buyers.ts';

let app: BillingApp;
const TITLES = ['Squats', 'Lunges', 'Planks'];
const BRIEF = {
  goal: 'Plan a week of family dinners',
  context: 'For two children who eat at home on weekdays.',
  result: 'A table with a row for each day.',
};

beforeAll(async () => {
  app = await createBillingApp();
  await seedPrompts(
    app.database.db,
    TITLES.map((title) => ({ title })),
  );
});
afterAll(() => app.close());

const query = async (text: ReturnType<typeof sql>) => (await text.execute(app.database.db)).rows;

/** Counters that are not the number of their rows. */
const drift = () =>
  query(sql`
    select s.prompt_id from prompt_stats s where
      s.favorite_count <> (select count(*) from favorites f where f.prompt_id = s.prompt_id)
      or s.copy_count <> (select count(*) from copies c where c.prompt_id = s.prompt_id)
      or s.upvotes <> (select count(*) from votes v where v.prompt_id = s.prompt_id and v.kind = 'up')
      or s.downvotes <> (select count(*) from votes v where v.prompt_id = s.prompt_id and v.kind = 'down')
      or s.rating <> prompt_rating(s.upvotes, s.downvotes)
      or s.comment_count <> (select count(*) from comments c where c.prompt_id = s.prompt_id and c.deleted_at is null)
    union all
    select c.id from comments c
    where c.upvotes <> (select count(*) from comment_votes v where v.comment_id = c.id)`);

/** Does everything a member does. @returns the id of their comment */
async function useEverything(member: TestMember, repliedTo?: string): Promise<string> {
  for (const title of TITLES) {
    const url = `/api/prompts/${seedId(title)}`;
    await member.post(`${url}/favorite`);
    await member.post(`${url}/copy`);
    await member.post(`${url}/vote`, { type: title === 'Squats' ? 'up' : 'down' });
  }
  if (repliedTo) await member.post(`/api/comments/${repliedTo}/vote`);
  const url = `/api/prompts/${seedId('Squats')}/comments`;
  return (await member.post(url, { content: `What ${member.id} thinks.` })).json().id;
}

const leave = (member: TestMember, comments = 'keep', confirmation = 'DELETE') =>
  member.post('/api/account/deletion', { confirmation, comments });

const expectGone = async (member: TestMember) => {
  expect((await member.get('/api/auth/user')).statusCode).toBe(401);
  expect(await query(sql`select from users where id = ${member.id}`)).toEqual([]);
};

describe('deleting the account', () => {
  test('deletes everything personal and updates the counters; comments stay without their author', async () => {
    const [mira, other] = [await createMember(app), await createMember(app)];
    const theirs = await useEverything(other);
    const own = await useEverything(mira, theirs);
    const response = await leave(mira);
    expect([response.statusCode, response.json()]).toEqual([200, { deleted: true }]);
    expect(String(response.headers['set-cookie'])).toMatch(/session=;.*Max-Age=0/);
    await expectGone(mira);
    expect(await drift()).toEqual([]);
    const comments = (await other.get(`/api/prompts/${seedId('Squats')}/comments`)).json();
    expect(comments.find(({ id }: { id: string }) => id === own)).toMatchObject({
      content: `What ${mira.id} thinks.`,
      isDeleted: false,
      user: null,
    });
  });

  test('comments go too when that is chosen; replies of others keep their place', async () => {
    const [mira, other] = [await createMember(app), await createMember(app)];
    const own = await useEverything(mira);
    const url = `/api/prompts/${seedId('Squats')}/comments`;
    await other.post(url, { content: 'I see.', parentId: own });
    await leave(mira, 'remove');
    expect(await drift()).toEqual([]);
    const comments = (await other.get(url)).json();
    const thread = comments.find(({ id }: { id: string }) => id === own);
    expect(thread).toMatchObject({ content: '', isDeleted: true, user: null });
  });

  test('many concurrent deletions leave every counter right', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => createMember(app)));
    await Promise.all(members.map((member) => useEverything(member)));
    const statuses = await Promise.all(
      members.map(async (member) => (await leave(member, 'remove')).statusCode),
    );
    expect(statuses).toEqual(members.map(() => 200));
    expect(await drift()).toEqual([]);
  });

  test.each([
    [{ confirmation: 'delete', comments: 'keep' }],
    [{ confirmation: 'DELETE' }],
    [{ confirmation: 'DELETE', comments: 'sell' }],
    [{}],
  ])('a confirmation of %j deletes nothing', async (body) => {
    const mira = await createMember(app);
    expect((await mira.post('/api/account/deletion', body)).statusCode).toBe(400);
    expect((await mira.get('/api/auth/user')).statusCode).toBe(200);
  });

  test('a request from another site is refused', async () => {
    const mira = await createMember(app);
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const response = await mira.post(
      '/api/account/deletion',
      { confirmation: 'DELETE', comments: 'keep' },
      { headers },
    );
    expect(response.statusCode).toBe(403);
  });
});

describe('deleting an account that pays', () => {
  test('ends the plan at the provider first; later events about it are logged as errors', async () => {
    const mira = await app.member();
    await mira.subscribe('pro');
    const customer = customerOf(app, mira);
    expect((await leave(mira)).statusCode).toBe(200);
    await app.settle();
    await expectGone(mira);
    expect(subscriptionsOf(app, mira).map(({ status }) => status)).toEqual(['canceled']);
    const errors = () =>
      app.logLines.filter((line) => line.includes('a payment event for a deleted account'));
    expect(errors()).toEqual([]);
    const payload = makeEvent(customer, { type: 'invoice.paid' });
    const answer = await postEvent(app.server, payload, signEvent(payload, app.payments.webhookSecret));
    expect([answer.statusCode, errors().length]).toEqual([200, 1]);
    expect(await listIncidents(app.database.db)).toMatchObject([
      { kind: 'deleted_account_event', subject: customer, detail: 'invoice.paid', times: 1 },
    ]);
  });

  test('a chargeback, a refund and a failed payment are each listed as incidents', async () => {
    const [mira, buyer] = [await app.member(), await app.member()];
    const buyers = await createBuyers(app);
    const order = await buyers.buy(buyer);
    await mira.subscribe('pro');
    const customer = customerOf(app, mira);
    const [bill] = (await mira.get('/api/subscription/bills')).json().bills;
    const [paid] = app.tables.invoicePayments.where(({ invoice }) => invoice === bill.id);
    const paymentIntent = paid?.payment.payment_intent;
    await leave(mira);
    await leave(buyer);
    await app.settle();
    const { control } = app.sandbox;
    control.dispute({ invoice: bill.id });
    control.dispute({ payment_intent: buyers.intentOf(order) });
    await app.settle();
    control.refund({ invoice: bill.id });
    await app.settle();
    for (const _twice of [1, 2]) {
      const data = { object: { id: paymentIntent, object: 'payment_intent', customer } };
      const payload = makeEvent(customer, { type: 'payment_intent.payment_failed', data });
      await postEvent(app.server, payload, signEvent(payload, app.payments.webhookSecret));
    }
    const incidents = await listIncidents(app.database.db);
    const detailsOf = (subject: string) =>
      incidents.filter((incident) => incident.subject === subject).map(({ detail }) => detail);
    expect(detailsOf(customer).sort()).toEqual([
      'charge.refunded',
      'dispute needs_response',
      'payment_intent.payment_failed',
    ]);
    expect(detailsOf(order.id)).toEqual(['order disputed']);
  });

  test.each(['active', 'past_due', 'trialing'] as const)(
    'that is %s: it is never charged again, whatever the provider does by itself',
    async (status) => {
      const mira = await app.member();
      const subscriptionId = await mira.subscribe('pro');
      const customer = customerOf(app, mira);
      if (status === 'past_due') {
        app.sandbox.control.setCard(subscriptionId, '4000000000000341');
        app.sandbox.control.advance({ until: 'renewal', customer });
        await app.settle();
        app.sandbox.control.setCard(subscriptionId, '4242424242424242');
      } else app.tables.subscriptions.require(subscriptionId).status = status;
      const charges = () =>
        app.tables.charges.where((charge) => charge.customer === customer && charge.paid).length;
      const before = charges();
      expect((await leave(mira)).statusCode).toBe(200);
      app.sandbox.control.advance({ seconds: 70 * 86_400 });
      await app.settle();
      expect(charges()).toBe(before);
      expect(subscriptionsOf(app, mira).map((subscription) => subscription.status)).toEqual(['canceled']);
      const open = app.tables.invoices.where(
        (invoice) => invoice.customer === customer && invoice.status === 'open',
      );
      expect(open).toEqual([]);
    },
  );

  test('whose renewal is a draft, which the end of the plan does not stop: it is not charged', async () => {
    const mira = await app.member();
    await mira.subscribe('pro');
    const customer = customerOf(app, mira);
    app.sandbox.control.advance({ to: Number((await mira.status()).currentPeriodEnd) + 60 });
    await app.settle();
    const bills = () =>
      app.tables.invoices.where((invoice) => invoice.customer === customer).map(({ status }) => status);
    expect(bills()).toEqual(['paid', 'draft']);
    expect((await leave(mira)).statusCode).toBe(200);
    app.sandbox.control.advance({ seconds: 10 * 86_400 });
    await app.settle();
    expect(bills()).toEqual(['paid', 'void']);
  });

  test('an unfinished purchase can no longer be paid', async () => {
    const mira = await app.member();
    const { clientSecret } = await mira.begin('basic');
    await leave(mira);
    await expectGone(mira);
    expect(app.sandbox.control.confirm(clientSecret ?? '', '4242424242424242').error).toBeDefined();
  });

  test('while the provider is down, nothing is deleted', async () => {
    const mira = await app.member();
    await mira.subscribe('basic');
    app.sandbox.control.faults.add({ status: 500 });
    const response = await leave(mira);
    app.sandbox.control.faults.clear();
    expect(response.statusCode).toBe(503);
    expect((await mira.get('/api/auth/user')).statusCode).toBe(200);
    expect((await leave(mira)).statusCode).toBe(200);
  });

  test('without payment settings, a paying account is not deleted, and a former payer’s customer ID is kept', async () => {
    const [payer, former] = [await app.member(), await app.member()];
    for (const member of [payer, former]) await member.subscribe('pro');
    await former.post('/api/subscription/cancel');
    app.sandbox.control.advance({ until: 'renewal', customer: customerOf(app, former) });
    await app.settle();
    const customer = customerOf(app, former);
    const without = await createTestApp({ template: 'empty', dependencies: { db: app.database.db } });
    const leaveThere = (member: TestMember) =>
      callsWith(without, member.cookie).post('/api/account/deletion', {
        confirmation: 'DELETE',
        comments: 'keep',
      });
    const refused = await leaveThere(payer);
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'payments_not_configured']);
    expect((await payer.get('/api/auth/user')).statusCode).toBe(200);
    expect((await leaveThere(former)).statusCode).toBe(200);
    await expectGone(former);
    expect(
      await query(sql`select customer_id from deleted_customers where customer_id = ${customer}`),
    ).toEqual([{ customer_id: customer }]);
    await without.close();
  });

  test('an order keeps what bookkeeping needs, and an open payment of one is closed', async () => {
    const mira = await app.member();
    const place = async () => (await mira.post('/api/orders', { key: randomUUID(), brief: BRIEF })).json();
    const [paid, unpaid] = [await place(), await place()];
    await sql`update orders set state = 'received', paid_at = now() where id = ${paid.id}`.execute(
      app.database.db,
    );
    const payment = (await mira.post(`/api/orders/${unpaid.id}/pay`)).json();
    expect((await leave(mira)).statusCode).toBe(200);
    const rows = await query(sql`select id, user_id, state, goal, context, result, amount_cents from orders
      where id in (${paid.id}, ${unpaid.id})`);
    expect(rows).toEqual([
      {
        id: paid.id,
        user_id: null,
        state: 'received',
        goal: '',
        context: '',
        result: '',
        amount_cents: 9900,
      },
    ]);
    expect(app.sandbox.control.confirm(payment.clientSecret, '4242424242424242').error).toBeDefined();
  });

  test('a member who signs up again gets no second trial, and nothing stored identifies their Google account', async () => {
    const [payer, trier] = [await app.member(), await app.member()];
    await payer.subscribe('basic');
    await trier.post('/api/subscription/trial');
    for (const member of [payer, trier]) {
      await leave(member);
      expect(await query(sql`select from trials where subject = ${member.id}`)).toEqual([]);
      const again = await app.member();
      await sql`update users set issuer = 'https://issuer.test', subject = ${member.id} where id = ${again.id}`.execute(
        app.database.db,
      );
      expect((await again.status()).trial).toEqual({ isAvailable: false, endsAt: null });
      expect((await again.post('/api/subscription/trial')).statusCode).toBe(409);
    }
  });
});

test('the archive holds everything stored, as JSON and Markdown, and nothing of others', async () => {
  const [mira, other] = [await createMember(app), await createMember(app)];
  await useEverything(other);
  const own = await useEverything(mira);
  const { db } = app.database;
  const promptId = seedId('Squats');
  await sql`update users set tier = 'advanced', tier_until = '2099-02-01' where id = ${mira.id}`.execute(db);
  await mira.post('/api/subscription/trial');
  await sql`insert into orders (id, user_id, client_key, state, goal, context, result, prompt_id, amount_cents, currency,
    invoice_id, paid_at) values ('archiveorder', ${mira.id}, gen_random_uuid(), 'delivered', 'Plan a week', 'c', 'r',
    ${promptId}, 9900, 'usd', 'in_archive', now())`.execute(db);
  await sql`insert into order_deliveries (id, order_id, title, content, variables)
    values ('delivery1234', 'archiveorder', 'My week', 'Plan it.', '[]')`.execute(db);
  await sql`insert into prompt_grants values (${mira.id}, ${promptId}, 'archiveorder')`.execute(db);
  const asked = { topic: 'order', text: 'When?', promptId, orderId: 'archiveorder' };
  await mira.post('/api/tickets', asked);
  const response = await mira.get('/api/account/export');
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(response.headers['cache-control']).toBe('private, no-store');
  const files = Object.fromEntries(
    Object.entries(unzipSync(response.rawPayload)).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
  expect(Object.keys(files)).toEqual([
    'README.txt',
    'account.json',
    'activity.json',
    'orders.json',
    'tickets.json',
    'comments.md',
    'prompts/delivery1234.md',
  ]);
  expect(JSON.parse(files['tickets.json'] ?? '')).toMatchObject([
    { topic: 'order', promptId, orderId: 'archiveorder', messages: [{ isFromStaff: false, text: 'When?' }] },
  ]);
  expect(JSON.parse(files['orders.json'] ?? '')).toMatchObject([
    { id: 'archiveorder', brief: { goal: 'Plan a week' }, amountCents: 9900, invoiceId: 'in_archive' },
  ]);
  expect(files['prompts/delivery1234.md']).toBe('# My week\n\nPlan it.\n');
  expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({
    account: { email: mira.email },
    sessions: [{ device: null }],
    fromStaff: { googleId: mira.id, tier: 'advanced', tierUntil: '2099-02-01T00:00:00.000Z' },
    subscription: { status: 'trialing' },
    payments: { hasHadPlan: false, trialEndsAt: expect.any(String) },
    promptGrants: [{ promptId, title: 'Squats', orderId: 'archiveorder' }],
  });
  const activity = JSON.parse(files['activity.json'] ?? '');
  expect(activity.favorites).toHaveLength(TITLES.length);
  expect(activity.votes).toHaveLength(TITLES.length);
  expect(activity.copies).toHaveLength(TITLES.length);
  expect(activity.comments).toMatchObject([{ id: own, promptTitle: 'Squats' }]);
  expect(files['comments.md']).toContain(`What ${mira.id} thinks.`);
  expect(Object.values(files).join('\n')).not.toContain(other.id);
});

test('a visitor gets neither archive nor deletion', async () => {
  for (const [method, url] of [
    ['GET', '/api/account'],
    ['GET', '/api/account/export'],
    ['GET', '/api/account/sessions'],
  ] as const) {
    expect((await app.server.inject({ method, url })).statusCode).toBe(401);
  }
});
