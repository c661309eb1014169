import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callsWith, type TestApp } from '#server/testing/test-app.ts';
import {
  type BillingApp,
  CARD,
  createBillingApp,
  customerOf,
  type Payer,
  subscriptionsOf,
  tierOf,
} from './testing/billing-app.ts';
import { makeEvent, postEvent, signEvent } from './testing/webhook-events.ts';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
  // So that nothing blocks this process while the time limits below run.
  await (await app.member()).subscribe('basic');
});
afterAll(() => app.close());
afterEach(() => {
  app.sandbox.control.faults.clear();
  app.sandbox.control.setWebhooks({ drop: [] });
});

const members = (count: number) => Promise.all(Array.from({ length: count }, () => app.member()));

const on = (node: TestApp, { cookie }: Payer) => callsWith(node, cookie);

const buy = (node: TestApp, payer: Payer) =>
  on(node, payer).post('/api/get-or-create-subscription', { priceId: app.prices.pro });

const send = (node: TestApp, event: string) =>
  postEvent(node.server, event, signEvent(event, app.payments.webhookSecret));

/** Resolves when the provider has started to work on a request with this fault. */
const faultIsMet = () =>
  expect.poll(() => app.sandbox.control.faults.list(), { interval: 5 }).toHaveLength(0);

test('forty people who pay at once all get through, with a pool of five connections', async () => {
  const payers = await members(40);
  const responses = await Promise.all(payers.map((payer) => buy(app, payer)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(payers.map(() => 200));
  for (const response of responses) app.sandbox.control.confirm(response.json().clientSecret, CARD);
  await app.settle();
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from member_plans
    where tier = 'pro' and user_id = any(${payers.map(({ id }) => id)})`.execute(app.database.db);
  expect(rows).toEqual([{ count: 40 }]);
});

test('a slow provider slows nobody who does not pay, and payers hold no connection', async () => {
  const payers = await members(12);
  const reader = await app.member();
  app.sandbox.control.faults.add({ operation: 'customers.create', kind: 'delay', delay: 60_000 });
  let settled = 0;
  const paying = payers.map((payer) => buy(app, payer).finally(() => (settled += 1)));
  const { pool } = app.database;
  const held = () => pool.totalCount - pool.idleCount + pool.waitingCount;
  const working = async () => (await sql`select from leases`.execute(app.database.db)).rows.length;
  await expect.poll(async () => [await working(), held()], { interval: 5 }).toEqual([12, 0]);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect((await reader.get('/api/auth/user')).statusCode).toBe(200);
    expect(held()).toBe(0);
  }
  expect(settled).toBe(0);
  app.sandbox.control.faults.clear();
  const responses = await Promise.all(paying);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200));
});

describe('purchases and webhook events have capacity of their own', () => {
  test('a burst of purchases does not keep an event from being handled', async () => {
    const paid = await app.member();
    app.sandbox.control.setWebhooks({ drop: ['*'] });
    app.sandbox.control.confirm((await paid.begin('pro')).clientSecret, CARD);
    await app.settle();
    const node = await app.node({ capacity: 3 });
    const payers = await members(5);
    app.sandbox.control.faults.add({ operation: 'customers.create', kind: 'delay', delay: 60_000 });
    let settled = 0;
    const paying = payers.map((payer) => buy(node, payer).finally(() => (settled += 1)));
    expect((await send(node, makeEvent(customerOf(app, paid)))).statusCode).toBe(200);
    expect([await tierOf(paid), settled]).toEqual(['pro', 0]);
    app.sandbox.control.faults.clear();
    await Promise.all(paying);
  });

  test('a burst of events does not keep anybody from paying', async () => {
    const node = await app.node({ capacity: 3 });
    const payer = await app.member();
    const { clientSecret } = await (await app.member()).begin('pro');
    const [intent = ''] = clientSecret.split('_secret_');
    app.sandbox.control.faults.add({ operation: 'paymentIntents.retrieve', kind: 'delay', delay: 60_000 });
    let settled = 0;
    const sending = Array.from({ length: 5 }, () => {
      const data = { object: { id: intent, object: 'payment_intent' } };
      const event = makeEvent('', { type: 'payment_intent.payment_failed', data });
      return send(node, event).finally(() => (settled += 1));
    });
    expect([(await buy(node, payer)).statusCode, settled]).toEqual([200, 0]);
    app.sandbox.control.faults.clear();
    expect(new Set((await Promise.all(sending)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });
});

test('behind a hanging provider everybody is answered in time, and others are served in the meantime', async () => {
  const node = await app.node({ wait: 300 });
  const [hanging, other] = [await app.member(), await app.member()];
  const hang = () =>
    app.sandbox.control.faults.add({ operation: 'customers.create', kind: 'delay', delay: 60_000, times: 1 });
  hang();
  let isSettled = false;
  const first = buy(node, hanging).finally(() => (isSettled = true));
  await faultIsMet();
  // Behind the first: refused while that still hangs.
  const second = await on(node, hanging).post('/api/subscription/sync');
  expect([second.statusCode, second.headers['retry-after'], isSettled]).toEqual([503, '2', false]);
  expect([(await buy(node, other)).statusCode, isSettled]).toEqual([200, false]);
  app.sandbox.control.faults.clear();
  expect((await first).statusCode).toBe(200);
  // Whoever hangs is answered while the provider still does not.
  const hasty = await app.node({ request: 400, operation: 500 });
  hang();
  expect((await buy(hasty, await app.member())).statusCode).toBe(503);
});

describe('the lease of a member', () => {
  const lease = (member: Payer, expiresIn: number) =>
    sql`insert into leases values (${`payments ${member.id}`}, 'elsewhere:1',
        nextval('lease_fencing_tokens'), now() + ${expiresIn} * interval '1 second')
      on conflict (name) do update set holder = excluded.holder, fencing_token = excluded.fencing_token,
        expires_at = excluded.expires_at`.execute(app.database.db);

  test('held by another process is waited for; after a crash the next process continues', async () => {
    const member = await app.member();
    await member.begin('pro');
    await lease(member, 0.4);
    expect((await member.post('/api/subscription/sync')).statusCode).toBe(200);
    await app.settle();
    const { rows } = await sql`select name from leases`.execute(app.database.db);
    expect(rows).toEqual([]);
  });

  test('taken over by another process: what was read before is not written, and the next one repeats it', async () => {
    const member = await app.member();
    app.sandbox.control.setWebhooks({ drop: ['*'] });
    app.sandbox.control.confirm((await member.begin('pro')).clientSecret, CARD);
    app.sandbox.control.faults.add({
      operation: 'subscriptions.list',
      kind: 'delay',
      delay: 60_000,
      times: 1,
    });
    const late = member.post('/api/subscription/sync');
    await faultIsMet();
    await lease(member, 0);
    app.sandbox.control.faults.clear();
    expect((await late).statusCode).toBe(503);
    expect(await tierOf(member)).toBe('basic');
    expect((await member.post('/api/subscription/sync')).statusCode).toBe(200);
    expect([await tierOf(member), subscriptionsOf(app, member).length]).toEqual(['pro', 1]);
  });
});
