import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestMember } from '#server/testing/test-app.ts';
import { type BillingApp, createBillingApp } from '../testing/billing-app.ts';
import { addTrialMail } from './subscription.mail.ts';

const DECLINES = '4000000000000341';
const ALWAYS_ASKS = '4000002760003184';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
});
afterAll(() => app.close());
beforeEach(() => app.sandbox.control.reset());

/** What a member is told, in order: the kind, and of plans what happened. */
async function toldTo(member: TestMember): Promise<string[]> {
  const { rows } = await sql<{ told: string }>`
    select concat_ws(' ', kind, data->>'change', data->>'tier') as told from mail_outbox
    where user_id = ${member.id} order by id`.execute(app.database.db);
  return rows.map(({ told: kind }) => kind);
}

const price = (member: TestMember, url: string, priceId: string) =>
  member.post(`/api/subscription/${url}`, { priceId });

test('every plan change sends one mail, however many events report it', async () => {
  const mira = await app.member();
  await mira.subscribe('pro');
  for (const _again of [1, 2]) await mira.post('/api/subscription/sync');
  expect(await toldTo(mira)).toEqual(['plan-changed started pro']);
  for (const _again of [1, 2]) await mira.post('/api/subscription/cancel');
  await mira.post('/api/subscription/resume');
  await price(mira, 'change', app.prices.basic);
  await app.settle();
  expect((await toldTo(mira)).slice(1)).toEqual([
    'plan-changed canceling pro',
    'plan-changed resumed pro',
    'plan-changed planned basic',
  ]);
});

test('a planned downgrade that is given up, and an upgrade, each say what is paid', async () => {
  const mira = await app.member();
  await mira.subscribe('advanced');
  await price(mira, 'change', app.prices.basic);
  await mira.post('/api/subscription/resume');
  await price(mira, 'change', app.prices.pro);
  await app.settle();
  expect(await toldTo(mira)).toEqual([
    'plan-changed started advanced',
    'plan-changed planned basic',
    'plan-changed resumed advanced',
    'plan-changed changed pro',
  ]);
  const { rows } = await sql<{ charged: number | null; cents: number }>`
    select (data->'charged')::int as charged, (data->'next'->'cents')::int as cents from mail_outbox
    where user_id = ${mira.id} order by id`.execute(app.database.db);
  expect(rows).toEqual([
    { charged: 499, cents: 499 },
    { charged: null, cents: 299 },
    { charged: null, cents: 499 },
    { charged: 500, cents: 999 },
  ]);
});

test('a second cancellation after resuming sends a mail too', async () => {
  const mira = await app.member();
  await mira.subscribe('pro');
  for (const url of ['cancel', 'resume', 'cancel', 'cancel']) await mira.post(`/api/subscription/${url}`);
  await app.settle();
  expect((await toldTo(mira)).slice(1)).toEqual([
    'plan-changed canceling pro',
    'plan-changed resumed pro',
    'plan-changed canceling pro',
  ]);
});

test('a failed renewal sends a mail with its grace period, and one at the end of the plan', async () => {
  const mira = await app.member();
  const subscription = await mira.subscribe('pro');
  app.sandbox.control.setCard(subscription, DECLINES);
  app.sandbox.control.advance({ until: 'renewal' });
  await app.settle();
  for (const _again of [1, 2]) await mira.post('/api/subscription/sync');
  expect((await toldTo(mira)).slice(1)).toEqual(['payment-failed']);
  app.sandbox.control.advance({ seconds: 20 * 86_400 });
  await app.settle();
  expect((await toldTo(mira)).slice(2)).toEqual(['plan-changed ended pro']);
});

test('a renewal that needs authentication sends a confirmation mail, not a failed-payment mail', async () => {
  const mira = await app.member();
  const subscription = await mira.subscribe('pro');
  app.sandbox.control.setCard(subscription, ALWAYS_ASKS);
  app.sandbox.control.advance({ until: 'renewal' });
  await app.settle();
  expect((await toldTo(mira)).slice(1)).toEqual(['confirm-payment']);
});

test('an unpaid upgrade sends a mail after a while, unless it was settled by then', async () => {
  const mira = await app.member();
  const subscription = await mira.subscribe('basic');
  app.sandbox.control.setCard(subscription, DECLINES);
  await price(mira, 'change', app.prices.pro);
  await app.settle();
  const waiting = await sql<{ isLater: boolean }>`
    select next_attempt_at > now() + interval '20 minutes' as "isLater" from mail_outbox
    where user_id = ${mira.id} and kind = 'action-required'`.execute(app.database.db);
  expect(waiting.rows).toEqual([{ isLater: true }]);
  const { clientSecret } = (await mira.post('/api/subscription/pay')).json();
  app.sandbox.control.confirm(clientSecret, '4242424242424242');
  await app.settle();
  expect((await toldTo(mira)).slice(1)).toEqual(['plan-changed changed pro']);
});

test('two days before a trial ends, members without a plan who want such mail get one mail', async () => {
  const [mira, other, unwilling] = [await app.member(), await app.member(), await app.member()];
  for (const member of [mira, other, unwilling]) await member.post('/api/subscription/trial');
  await unwilling.put('/api/account/mail', { guidance: false, replies: false });
  await addTrialMail(app.database.db);
  expect(await toldTo(mira)).toEqual([]);
  await sql`update trials set ends_at = ends_at - interval '5 days 1 minute'`.execute(app.database.db);
  await other.subscribe('pro');
  for (const _again of [1, 2]) await addTrialMail(app.database.db);
  expect([await toldTo(mira), await toldTo(other), await toldTo(unwilling)]).toEqual([
    ['trial-ends'],
    ['plan-changed started pro'],
    [],
  ]);
});
