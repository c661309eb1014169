import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BillingServices } from '../billing.services.ts';
import { findOverdue } from '../subscription/subscription.queries.ts';
import {
  type BillingApp,
  createBillingApp,
  customerOf,
  type Payer,
  subscriptionsOf,
  tierOf,
} from '../testing/billing-app.ts';
import { checkOverdue, reconcileDaily, runBillingJobs } from './jobs.periodic.ts';
import { reconcile } from './jobs.reconcile.ts';

let app: BillingApp;
let billing: BillingServices;
beforeAll(async () => {
  app = await createBillingApp();
  billing = app.services();
});
afterAll(() => app.close());
beforeEach(() => app.sandbox.control.setWebhooks({ drop: [] }));

async function run(): Promise<{ lines: string[]; repaired: number; failed: number }> {
  const lines: string[] = [];
  const { repaired, failed } = await reconcile(
    billing,
    async () => false,
    (line) => lines.push(line),
  );
  return { lines, repaired, failed };
}

/** Makes writing this member's row fail. @returns repairs it */
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

test('lost events are found, reported and repaired; a second run reports nothing', async () => {
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

test('a customer who was deleted at the provider is unlinked', async () => {
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

test('a customer that cannot be compared does not stop the others', async () => {
  // In the order in which they are compared: the first breaks, the second has to be repaired.
  const [broken, other] = [await app.member(), await app.member()].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (!broken || !other) throw new Error('There are two.');
  for (const member of [broken, other]) await member.subscribe('basic');
  await sql`update subscriptions set tier = 'pro' where user_id in (${broken.id}, ${other.id})`.execute(
    app.database.db,
  );
  const repair = await breakMember(broken);
  const { lines, failed } = await run();
  expect(failed).toBe(1);
  expect(lines).toContain(`${other.id}: tier: pro → basic`);
  expect(lines.some((line) => line.startsWith(`${broken.id}: could not be compared`))).toBe(true);
  expect([await tierOf(broken), await tierOf(other)]).toEqual(['pro', 'basic']);
  await repair();
  expect((await run()).lines).toEqual([`${broken.id}: tier: pro → basic`]);
});

test('a customer unknown to the provider has no plan', async () => {
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

test('a period that ended without an event is checked within minutes', async () => {
  const member = await app.member();
  const id = await member.subscribe('pro');
  app.sandbox.control.setWebhooks({ drop: ['*'] });
  app.sandbox.control.cancel(id, 'now');
  await sql`update subscriptions set current_period_end = now() - interval '3 hours', as_of = now() - interval '2 hours'
    where user_id = ${member.id}`.execute(app.database.db);
  expect(await tierOf(member)).toBe('pro');
  expect(await checkOverdue(billing)).toBe(1);
  expect(await tierOf(member)).toBe('basic');
  expect(await checkOverdue(billing)).toBe(0);
});

/** Members whose plan has ended at the provider, with a period that is over, without an event. */
async function overdueMembers(count: number): Promise<Payer[]> {
  const members: Payer[] = [];
  for (let index = 0; index < count; index += 1) {
    const member = await app.member();
    app.sandbox.control.setWebhooks({ drop: [] });
    const id = await member.subscribe('pro');
    app.sandbox.control.setWebhooks({ drop: ['*'] });
    app.sandbox.control.cancel(id, 'now');
    await sql`update subscriptions set current_period_end = now() - make_interval(hours => ${9 - index}),
      as_of = now() - interval '2 hours' where user_id = ${member.id}`.execute(app.database.db);
    members.push(member);
  }
  return members;
}

test('a customer that cannot be checked does not stop the others', async () => {
  const [broken, other] = await overdueMembers(2);
  if (!broken || !other) throw new Error('There are two.');
  const repair = await breakMember(broken);
  expect(await checkOverdue(billing)).toBe(2);
  expect([await tierOf(broken), await tierOf(other)]).toEqual(['pro', 'basic']);
  // Checked again in the next round, but after those that were not checked yet.
  const [later] = await overdueMembers(1);
  expect((await findOverdue(app.database.db, 20)).slice(0, 2)).toEqual([later?.id, broken.id]);
  await repair();
  expect(await checkOverdue(billing)).toBe(2);
  expect(await tierOf(broken)).toBe('basic');
});

test('a job that fails does not stop the others', async () => {
  const { db } = app.database;
  await sql`delete from daily_turns`.execute(db);
  await sql`insert into stripe_events (event_id, received_at)
    values ('evt_old', now() - interval '61 days')`.execute(db);
  await sql`alter table subscriptions rename column asked_at to asked`.execute(db);
  await runBillingJobs(billing, async () => false);
  await sql`alter table subscriptions rename column asked to asked_at`.execute(db);
  const done = await sql`select from daily_turns where name = 'billing' and done_on is not null`.execute(db);
  const old = await sql`select from stripe_events where event_id = 'evt_old'`.execute(db);
  expect([done.rows.length, old.rows.length]).toEqual([1, 0]);
});

test('one of all processes compares every customer once a day', async () => {
  await sql`delete from daily_turns`.execute(app.database.db);
  const runs = await Promise.all([1, 2, 3].map(() => reconcileDaily(billing, async () => false)));
  expect(runs.filter((result) => result !== undefined)).toHaveLength(1);
  expect(await reconcileDaily(billing, async () => false)).toBeUndefined();
});

test('an outage ends the comparison, and the daily job counts as not done', async () => {
  for (let count = 0; count < 5; count += 1) await (await app.member()).subscribe('basic');
  // With a circuit breaker of its own.
  const opened = app.services();
  app.sandbox.control.faults.add({ kind: 'hang up' });
  await sql`delete from daily_turns`.execute(app.database.db);
  const away = 'The payment provider cannot be reached right now.';
  await expect(reconcileDaily(opened, async () => false)).rejects.toThrow(away);
  app.sandbox.control.faults.clear();
  expect(await reconcileDaily(billing, async () => false)).toMatchObject({ failed: 0 });
});
