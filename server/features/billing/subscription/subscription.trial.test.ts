import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
});
afterAll(() => app.close());

const status = async (member: TestMember) => (await member.get('/api/subscription/status')).json();
const start = (member: TestMember) => member.post('/api/subscription/trial');

test('seven days of Pro, without a card and without the provider', async () => {
  const member = await createMember(app);
  const response = await start(member);
  const inSevenDays = Date.now() / 1000 + 7 * 86_400;
  expect(response.json()).toMatchObject({
    tier: 'pro',
    status: 'trialing',
    plan: null,
    canExport: true,
    cancelAtPeriodEnd: false,
    trial: { isAvailable: false },
  });
  const { currentPeriodEnd, endsAt, trial } = response.json();
  expect(Math.abs(currentPeriodEnd - inSevenDays)).toBeLessThan(60);
  expect([endsAt, trial.endsAt]).toEqual([currentPeriodEnd, currentPeriodEnd]);
  expect((await member.get('/api/auth/user')).json().subscriptionTier).toBe('pro');
});

test('once: not twice, not at once from many tabs, not after it has ended', async () => {
  const member = await createMember(app);
  const responses = await Promise.all(Array.from({ length: 12 }, () => start(member)));
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(11);
  await sql`update trials set ends_at = now() - interval '1 second' where user_id = ${member.id}`.execute(
    app.database.db,
  );
  expect(await status(member)).toMatchObject({
    tier: 'basic',
    status: 'no_subscription',
    canExport: false,
    trial: { isAvailable: false, endsAt: null },
  });
  const again = await start(member);
  expect([again.statusCode, again.json().code]).toEqual([409, 'trial_used']);
});

test('once an account of the sign-in provider, also when the member was deleted and came back', async () => {
  const member = await createMember(app);
  await start(member);
  const { db } = app.database;
  await sql`delete from users where id = ${member.id}`.execute(db);
  const back = await createMember(app);
  await sql`update users set subject = ${member.id} where id = ${back.id}`.execute(db);
  expect((await start(back)).statusCode).toBe(409);
  // The rest of it continues.
  expect(await status(back)).toMatchObject({ tier: 'pro', status: 'trialing' });
});

test('is not offered to members with Pro or higher', async () => {
  for (const tier of ['pro', 'engineer'] as const) {
    const member = await createMember(app, { tier });
    expect((await status(member)).trial.isAvailable).toBe(false);
    expect((await start(member)).statusCode).toBe(409);
    expect(await status(member)).toMatchObject({ tier, status: 'no_subscription' });
  }
});

test('is for members', async () => {
  const headers = { origin: app.settings.publicUrl };
  const response = await app.server.inject({ method: 'POST', url: '/api/subscription/trial', headers });
  expect(response.statusCode).toBe(401);
});
