import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Overview } from '#contract/admin-overview.ts';
import { JobHealth } from '#server/core/jobs/job-health.ts';
import { mailHealth } from '#server/core/mail/mail-health.ts';
import {
  createMember,
  createStaff,
  createTestApp,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';
import { addIncident } from '../../billing/billing.incidents.queries.ts';
import { findWarnings } from './overview.warnings.ts';

let app: TestApp;
let moderator: TestMember;

beforeAll(async () => {
  app = await createTestApp();
  moderator = await createStaff(app, 'moderator');
});
afterAll(() => app.close());

const overview = async (days: string): Promise<Overview> =>
  (await moderator.get(`/api/admin/overview?days=${days}`)).json();

test('figures are counted by day, as they are in the database', async () => {
  const ada = await createMember(app);
  const [{ id }] = (await app.get('/api/prompts/search?tier=basic&limit=1')).json();
  await ada.post(`/api/prompts/${id}/copy`);
  await ada.post(`/api/prompts/${id}/favorite`);
  const eve = await createMember(app);
  await eve.post(`/api/prompts/${id}/vote`, { type: 'up' });
  await sql`update votes set created_at = now() - interval '40 days', changed_at = null`.execute(
    app.database.db,
  );
  await ada.post(`/api/prompts/${id}/vote`, { type: 'down' });
  await ada.post('/api/prompt-requests', { text: 'Beekeeping' });
  await sql`insert into subscriptions (user_id, subscription_id, status, price_id, tier, current_period_end, is_entitled,
    as_of, amount_cents) values (${ada.id}, 's', 'active', 'p', 'pro', now() + interval '9 days', true, now(), 999)`.execute(
    app.database.db,
  );
  await sql`update prompts set review_due = '2026-01-02' where id = ${id}`.execute(app.database.db);
  const found = await overview('30');
  expect(found.days).toHaveLength(30);
  expect(found.days[0]).toMatchObject({
    newMembers: 3,
    activeMembers: 3,
    copies: 1,
    favorites: 1,
    comments: 0,
    paying: 1,
    monthlyRevenueCents: 999,
    plansEnded: 0,
  });
  expect(found.totals).toMatchObject({
    members: 3,
    activeToday: 3,
    paying: 1,
    payingShare: 33.3,
    monthlyRevenueCents: 999,
    failedPayments: 0,
  });
  expect(found.requests).toMatchObject([{ requests: 1 }]);
  expect(found.reviewsDue[0]).toMatchObject({ id, value: '2026-01-02' });
  expect(found.fallingRatings).toMatchObject([{ id, value: '0 up, 1 down' }]);
  expect((await overview('365')).days).toHaveLength(365);
});

test('visitors become members and payers, and plans end', async () => {
  const { db } = app.database;
  await sql`insert into daily_figures (day, visitors, searches, empty_searches)
    select (now() at time zone 'UTC')::date - n, 10, 6, 2 from generate_series(0, 1) n
    on conflict (day) do update set visitors = 10, searches = 6, empty_searches = 2`.execute(db);
  const eve = await createMember(app);
  await sql`insert into customers (user_id, email, has_had_plan) values (${eve.id}, '', true)`.execute(db);
  for (const isEntitled of [true, false, true]) {
    await sql`insert into subscriptions (user_id, subscription_id, status, price_id, tier, current_period_end,
        is_entitled, as_of) values (${eve.id}, 'e', 'active', 'p', 'pro', now(), ${isEntitled}, now())
      on conflict (user_id) do update set is_entitled = excluded.is_entitled, as_of = now()`.execute(db);
  }
  // With the provider's leave: a plan that runs there would keep the account.
  await sql`update subscriptions set status = 'canceled' where user_id = ${eve.id}`.execute(db);
  await eve.post('/api/account/deletion', { confirmation: 'DELETE', comments: 'remove' });
  await sql`insert into orders (id, user_id, client_key, state, goal, context, result, amount_cents, currency, paid_at)
    select repeat(o.letter, 12), ${moderator.id}, gen_random_uuid(), o.state, 'g', 'c', 'r', 9900, 'usd',
      now() - make_interval(days => o.days)
    from (values ('m', 'accepted', 1), ('n', 'refunded', 1), ('o', 'accepted', 91)) o (letter, state, days)`.execute(
    db,
  );
  // 365 days are asked for by another test and kept.
  const { period, days } = await overview('90');
  expect(period).toMatchObject({
    visitors: 20,
    newMembers: 3,
    memberShare: 15,
    newPayers: 0,
    plansStarted: 3,
    plansEnded: 2,
    // Two of the three that ran.
    churn: 66.7,
    searches: 12,
    emptySearches: 4,
    ordersPaid: 1,
    orderRevenueCents: 9900,
  });
  expect(days[0]).toMatchObject({ visitors: 10, plansEnded: 2, searches: 6 });
});

test('a share is never above 100 percent: with more new members than visitors there is none', async () => {
  await sql`update daily_figures set visitors = 1`.execute(app.database.db);
  for (const days of ['30', '365']) {
    const { period } = await overview(days);
    if (period.newMembers > period.visitors) expect(period.memberShare).toBeNull();
    for (const share of [period.memberShare, period.payerShare, period.churn]) {
      expect(share ?? 0).toBeLessThanOrEqual(100);
    }
  }
});

test('what waits for staff is counted at once, though figures are kept for a minute', async () => {
  const { db } = app.database;
  const none = {
    openTickets: 0,
    priorityTickets: 0,
    waitingOrders: 0,
    lateOrders: 0,
    openReports: 0,
  };
  expect((await overview('30')).work).toEqual(none);
  const buyer = await createMember(app);
  await sql`insert into tickets (id, user_id, topic, state, is_priority) values
    ('aaaaaaaaaaaa', ${buyer.id}, 'other', 'open', true), ('bbbbbbbbbbbb', ${buyer.id}, 'other', 'open', false),
    ('cccccccccccc', ${buyer.id}, 'other', 'answered', false)`.execute(db);
  await sql`insert into orders (id, user_id, client_key, state, goal, context, result, amount_cents, currency, paid_at,
      is_disputed)
    select repeat(o.letter, 12), ${buyer.id}, gen_random_uuid(), o.state, 'g', 'c', 'r', 9900, 'usd',
      now() - make_interval(days => o.days), o.letter = 'd'
    from (values ('a', 'received', 1), ('b', 'in_work', 9), ('c', 'accepted', 9), ('d', 'received', 9))
      o (letter, state, days)`.execute(db);
  expect((await overview('30')).work).toEqual({
    ...none,
    openTickets: 2,
    priorityTickets: 1,
    waitingOrders: 3,
    lateOrders: 1,
  });
});

test('problems with mail and jobs are shown until they are fixed', async () => {
  const { db } = app.database;
  const health = new JobHealth(db);
  await health.set('sweep', 'Error: no disk');
  await health.set('sweep', 'Error: no disk');
  await health.set('mail', 'Error: no line');
  await sql`insert into daily_turns values ('late', null, (now() at time zone 'UTC')::date - 2),
    ('done', null, (now() at time zone 'UTC')::date - 1)`.execute(db);
  const { warnings, jobs, mail } = await overview('30');
  expect(warnings).toMatchObject([
    { source: 'Jobs', text: 'sweep failed 2 times: Error: no disk' },
    { source: 'Jobs', text: 'mail failed once: Error: no line' },
    { source: 'Jobs', text: 'late (daily) is overdue' },
  ]);
  expect(jobs.map(({ name }) => name)).toEqual(['sweep', 'mail', 'late (daily)', 'done (daily)']);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  expect(jobs[0]).toMatchObject({ since: expect.any(String), doneOn: null });
  expect(jobs[3]).toEqual({ name: 'done (daily)', problem: null, since: null, doneOn: yesterday });
  expect(mail).toMatchObject({ isConfigured: false, waiting: 1, dead: 0 });
  await health.set('sweep', undefined);
  await health.set('mail', undefined);
  await sql`delete from daily_turns`.execute(db);
  expect((await overview('30')).warnings).toEqual([]);
  const missing = { mail: await mailHealth(db, false), jobs: [] };
  expect(await findWarnings(db, { ...missing, isProduction: true })).toMatchObject([
    { source: 'Mail', text: 'No mail is sent: SMTP_URL and MAIL_FROM are not set.' },
  ]);
});

test('mail that was given up is listed, the latest first, without addresses', async () => {
  await sql`insert into mail_outbox (dedupe_key, kind, recipient, data, state, attempts, reason, ended_at) values
    ('one', 'welcome', 'ada@example.com', '{}', 'dead', 1, 'EENVELOPE 550', now() - interval '20 days'),
    ('two', 'receipt', 'ada@example.com', '{}', 'dead', 8, null, now()),
    ('three', 'receipt', 'ada@example.com', '{}', 'sent', 1, null, now())`.execute(app.database.db);
  const { mail } = await overview('30');
  expect(mail.givenUp).toMatchObject([
    { kind: 'receipt', attempts: 8, reason: null },
    { kind: 'welcome', attempts: 1, reason: 'EENVELOPE 550' },
  ]);
  expect(JSON.stringify(mail)).not.toContain('ada@');
  // Its recipient is forgotten after days.
  await sql`update mail_outbox set recipient = null where dedupe_key = 'one'`.execute(app.database.db);
  const [receipt, welcome] = (await overview('30')).mail.givenUp;
  expect([receipt?.canRestart, welcome?.canRestart]).toEqual([true, false]);
  const resend = async (id: string | undefined) =>
    (await moderator.post(`/api/admin/mail/${id}/resending`)).statusCode;
  expect([await resend(receipt?.id), await resend(receipt?.id), await resend(welcome?.id)]).toEqual([
    200, 409, 409,
  ]);
  const { rows } = await sql`select state, attempts, next_attempt_at <= now() as "isDue", act
    from mail_outbox o join audit_log a on a.subject_kind = 'mail' and a.subject_id = o.id::text`.execute(
    app.database.db,
  );
  expect(rows).toEqual([{ state: 'pending', attempts: 0, isDue: true, act: 'resend mail' }]);
  await sql`delete from mail_outbox where dedupe_key in ('one', 'two', 'three')`.execute(app.database.db);
});

test('figures are kept for a minute, warnings are not', async () => {
  const before = await overview('365');
  await createMember(app);
  await sql`insert into billing_incidents (kind, subject, detail, times, last_at) values
    ('key_refused', 'customers.create', '403', 1, now()),
    ('key_refused', 'prices.retrieve', '403', 3, now() - interval '1 hour'),
    ('deleted_account_event', 'cus_1', 'invoice.paid', 1, now())`.execute(app.database.db);
  const after = await overview('365');
  expect([after.asOf, after.totals.members]).toEqual([before.asOf, before.totals.members]);
  expect(before.warnings).toEqual([]);
  expect(after.warnings).toEqual([
    {
      source: 'Payments',
      text: 'The provider refuses our key for customers.create (403, 1×), prices.retrieve (403, 3×).',
      incident: null,
    },
    {
      source: 'Payments',
      text: 'A payment event (invoice.paid) of a deleted account, customer cus_1.',
      incident: { subject: 'cus_1', detail: 'invoice.paid' },
    },
  ]);
});

test('a payment event of a deleted account is dismissed by staff, on record; the next one is shown again', async () => {
  const { db } = app.database;
  const of = { subject: 'cus_2', detail: 'charge.refunded' };
  const shown = async () =>
    (await overview('30')).warnings.filter(({ incident }) => incident?.subject === of.subject);
  for (const _twice of [1, 2]) await addIncident(db, { kind: 'deleted_account_event', ...of });
  await addIncident(db, { kind: 'deleted_account_event', ...of, detail: 'invoice.paid' });
  expect(await shown()).toHaveLength(2);
  for (const _again of [1, 2]) {
    expect((await moderator.post('/api/admin/incidents/dismissal', of)).json()).toEqual({ done: true });
  }
  expect(await shown()).toMatchObject([{ incident: { ...of, detail: 'invoice.paid' } }]);
  const lines = await sql`select act, subject_id, before from audit_log where subject_id = 'cus_2'`.execute(
    db,
  );
  expect(lines.rows).toEqual([
    { act: 'dismiss incident', subject_id: 'cus_2', before: { detail: 'charge.refunded', times: 2 } },
  ]);
  await addIncident(db, { kind: 'deleted_account_event', ...of });
  expect(await shown()).toHaveLength(2);
});
