import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPayments, type Payments } from './billing.payments.ts';
import { findOverdue } from './billing.queries.ts';
import { reconcile } from './billing.reconcile.ts';
import { askAboutOverdue, lookAfterBilling, reconcileDaily } from './billing.sweep.ts';
import { onceADay } from './billing.turns.ts';
import { takeTurn } from './billing-turns.queries.ts';
import {
  type BillingApp,
  createBillingApp,
  customerOf,
  type Payer,
  subscriptionsOf,
  tierOf,
} from './testing/billing-app.ts';

let app: BillingApp;
let payments: Payments;
beforeAll(async () => {
  app = await createBillingApp();
  const parts = { db: app.database.db, publicUrl: app.settings.publicUrl, log: app.server.log };
  const opened = openPayments(parts, app.payments);
  if (opened === undefined) throw new Error('There are settings.');
  payments = opened;
});
afterAll(() => app.close());
beforeEach(() => app.sandbox.control.setWebhooks({ drop: [] }));

async function run(): Promise<{ lines: string[]; repaired: number; failed: number }> {
  const lines: string[] = [];
  const { repaired, failed } = await reconcile(
    payments,
    async () => undefined,
    (line) => lines.push(line),
  );
  return { lines, repaired, failed };
}

/** What the provider tells of this member cannot be written. @returns mends it */
async function breakMember({ id }: Payer): Promise<() => Promise<void>> {
  const { pool } = app.database;
  await pool.query(`create function fail() returns trigger language plpgsql
    as $$ begin raise exception 'broken by the test'; end $$`);
  await pool.query(`create trigger broken before update on subscriptions for each row
    when (old.user_id = '${id}' and new.as_of is distinct from old.as_of) execute function fail()`);
  return async () => {
    await pool.query('drop function fail cascade');
  };
}

test('what nobody told is found, said and mended; a second run has nothing to say (P12)', async () => {
  const [kept, ended, renewed, disputed] = await Promise.all([1, 2, 3, 4].map(() => app.member()));
  if (!kept || !ended || !renewed || !disputed) throw new Error('There are four.');
  await kept.subscribe('basic');
  const endedId = await ended.subscribe('pro');
  await renewed.subscribe('advanced');
  const disputedId = await disputed.subscribe('pro');
  app.sandbox.control.setWebhooks({ drop: ['*'] });
  app.sandbox.control.cancel(endedId, 'now');
  const invoice = String(app.tables.subscriptions.require(disputedId).latest_invoice);
  app.sandbox.control.dispute({ invoice });
  await sql`update subscriptions set tier = 'pro', price_id = 'wrong' where user_id = ${renewed.id}`.execute(
    app.database.db,
  );
  await app.settle();
  expect([await tierOf(ended), await tierOf(renewed), await tierOf(disputed)]).toEqual(['pro', 'pro', 'pro']);
  const first = await run();
  expect(first).toMatchObject({ failed: 0 });
  expect(first.lines).toEqual(
    expect.arrayContaining([
      `${ended.id}: status: active → canceled`,
      `${ended.id}: isEntitled: true → false`,
      `${renewed.id}: tier: pro → advanced`,
    ]),
  );
  expect(first.lines.some((line) => line.startsWith(kept.id))).toBe(false);
  expect([await tierOf(ended), await tierOf(renewed), await tierOf(disputed)]).toEqual([
    'basic',
    'advanced',
    'basic',
  ]);
  expect(await run()).toEqual({ lines: [], repaired: 0, failed: 0 });
});

test('a customer who is gone at the provider is forgotten', async () => {
  const member = await app.member();
  await member.subscribe('pro');
  app.sandbox.control.setWebhooks({ drop: ['*'] });
  const customer = customerOf(app, member);
  await fetch(`${app.sandbox.origin}/v1/customers/${customer}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${app.payments.secretKey}`, 'stripe-version': '2026-10-28.endive' },
  });
  const { lines } = await run();
  expect(lines).toContain(`${member.id}: customer ${customer} is gone at the provider, forgotten here`);
  expect(await member.status()).toMatchObject({ tier: 'basic', plan: null });
});

test('one that cannot be compared does not keep the others from it', async () => {
  // In the order in which they are compared: the first breaks, the second has to be mended.
  const [broken, other] = [await app.member(), await app.member()].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (!broken || !other) throw new Error('There are two.');
  for (const member of [broken, other]) await member.subscribe('basic');
  await sql`update subscriptions set tier = 'pro' where user_id in (${broken.id}, ${other.id})`.execute(
    app.database.db,
  );
  const mend = await breakMember(broken);
  const { lines, failed } = await run();
  expect(failed).toBe(1);
  expect(lines).toContain(`${other.id}: tier: pro → basic`);
  expect(lines.some((line) => line.startsWith(`${broken.id}: could not be compared`))).toBe(true);
  expect([await tierOf(broken), await tierOf(other)]).toEqual(['pro', 'basic']);
  await mend();
  expect((await run()).lines).toEqual([`${broken.id}: tier: pro → basic`]);
});

test('a customer the provider does not even know has no payer, and no plan', async () => {
  const member = await app.member();
  await member.subscribe('pro');
  app.sandbox.control.setWebhooks({ drop: ['*'] });
  const customer = customerOf(app, member);
  for (const { id } of subscriptionsOf(app, member)) app.tables.subscriptions.remove(id);
  app.tables.customers.remove(customer);
  const { lines, failed } = await run();
  expect([lines, failed]).toEqual([
    [
      `${member.id}: subscription is not there any more`,
      `${member.id}: customer ${customer} is gone at the provider, forgotten here`,
    ],
    0,
  ]);
  expect(await member.status()).toMatchObject({ tier: 'basic', plan: null, status: 'no_subscription' });
  expect(await run()).toEqual({ lines: [], repaired: 0, failed: 0 });
  app.sandbox.control.setWebhooks({ drop: [] });
  await member.subscribe('basic');
  expect(await member.status()).toMatchObject({ plan: 'basic', status: 'active' });
});

test('a period that is over without a word is asked about within minutes', async () => {
  const member = await app.member();
  const id = await member.subscribe('pro');
  app.sandbox.control.setWebhooks({ drop: ['*'] });
  app.sandbox.control.cancel(id, 'now');
  await sql`update subscriptions set current_period_end = now() - interval '3 hours', as_of = now() - interval '2 hours'
    where user_id = ${member.id}`.execute(app.database.db);
  expect(await tierOf(member)).toBe('pro');
  expect(await askAboutOverdue(payments)).toBe(1);
  expect(await tierOf(member)).toBe('basic');
  expect(await askAboutOverdue(payments)).toBe(0);
});

/** Members whose plan has ended at the provider, with a period that is over, and nobody told. */
async function overdueMembers(count: number): Promise<Payer[]> {
  const members: Payer[] = [];
  for (let at = 0; at < count; at += 1) {
    const member = await app.member();
    app.sandbox.control.setWebhooks({ drop: [] });
    const id = await member.subscribe('pro');
    app.sandbox.control.setWebhooks({ drop: ['*'] });
    app.sandbox.control.cancel(id, 'now');
    await sql`update subscriptions set current_period_end = now() - make_interval(hours => ${9 - at}),
      as_of = now() - interval '2 hours' where user_id = ${member.id}`.execute(app.database.db);
    members.push(member);
  }
  return members;
}

test('one whom nobody can be asked about keeps nobody else from being asked', async () => {
  const [broken, other] = await overdueMembers(2);
  if (!broken || !other) throw new Error('There are two.');
  const mend = await breakMember(broken);
  expect(await askAboutOverdue(payments)).toBe(2);
  expect([await tierOf(broken), await tierOf(other)]).toEqual(['pro', 'basic']);
  // Asked again in the next round, but behind those who were not asked yet.
  const [later] = await overdueMembers(1);
  expect((await findOverdue(app.database.db, 20)).slice(0, 2)).toEqual([later?.id, broken.id]);
  await mend();
  expect(await askAboutOverdue(payments)).toBe(2);
  expect(await tierOf(broken)).toBe('basic');
});

test('what fails of looking after keeps the rest from nothing', async () => {
  const { db } = app.database;
  await sql`delete from daily_turns`.execute(db);
  await sql`insert into stripe_events (event_id, received_at)
    values ('evt_old', now() - interval '61 days')`.execute(db);
  await sql`alter table subscriptions rename column asked_at to asked`.execute(db);
  await lookAfterBilling(payments, async () => undefined);
  await sql`alter table subscriptions rename column asked to asked_at`.execute(db);
  const done = await sql`select from daily_turns where name = 'billing' and done_on is not null`.execute(db);
  const old = await sql`select from stripe_events where event_id = 'evt_old'`.execute(db);
  expect([done.rows.length, old.rows.length]).toEqual([1, 0]);
});

test('once a day everybody is compared, by one of all processes', async () => {
  await sql`delete from daily_turns`.execute(app.database.db);
  const runs = await Promise.all([1, 2, 3].map(() => reconcileDaily(payments, async () => undefined)));
  expect(runs.filter((result) => result !== undefined)).toHaveLength(1);
  expect(await reconcileDaily(payments, async () => undefined)).toBeUndefined();
});

describe('a turn of the day', () => {
  test('that failed is not done: the next who asks takes it', async () => {
    const { db } = app.database;
    const failing = onceADay(db, 'fails', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await onceADay(db, 'fails', async () => 'done')).toBe('done');
    expect(await onceADay(db, 'fails', async () => 'again')).toBeUndefined();
  });

  test('whose process ended in the middle is taken over, and done again tomorrow', async () => {
    const { db } = app.database;
    expect(await takeTurn(db, 'deployed')).toBe(true);
    expect(await onceADay(db, 'deployed', async () => 'beside it')).toBeUndefined();
    await sql`update daily_turns set taken_until = now() - interval '1 second'
      where name = 'deployed'`.execute(db);
    expect(await onceADay(db, 'deployed', async () => 'done')).toBe('done');
    await sql`update daily_turns set done_on = done_on - 1 where name = 'deployed'`.execute(db);
    expect(await onceADay(db, 'deployed', async () => 'tomorrow')).toBe('tomorrow');
  });
});

test('an outage is no comparison: it ends, and the turn of the day is not used up', async () => {
  for (let count = 0; count < 5; count += 1) await (await app.member()).subscribe('basic');
  // Its own, so that nobody else finds the circuit open.
  const parts = { db: app.database.db, publicUrl: app.settings.publicUrl, log: app.server.log };
  const opened = openPayments(parts, app.payments);
  if (opened === undefined) throw new Error('There are settings.');
  app.sandbox.control.faults.add({ kind: 'hang up' });
  await sql`delete from daily_turns`.execute(app.database.db);
  const away = 'The payment provider cannot be reached right now.';
  await expect(reconcileDaily(opened, async () => undefined)).rejects.toThrow(away);
  app.sandbox.control.faults.clear();
  expect(await reconcileDaily(payments, async () => undefined)).toMatchObject({ failed: 0 });
});
