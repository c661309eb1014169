import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSessions, type Session } from '#contract/account-settings.ts';
import { sessionCookie, startSession } from '#server/core/sessions/sessions.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import {
  callsWith,
  createMember,
  createTestApp,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  await seedPrompts(app.database.db, [{ title: 'Squats' }]);
});
afterAll(() => app.close());

/** The same member on another device. */
async function alsoOn(member: TestMember, device: string) {
  const token = await startSession(app.database.db, member.id, { device });
  return callsWith(app, `${sessionCookie(app.settings).name}=${token}`);
}

const sessionsOf = async (member: Pick<TestMember, 'get'>): Promise<Session[]> =>
  listSessions.response.parse((await member.get('/api/account/sessions')).json()).sessions;

const isSignedIn = async (calls: Pick<TestMember, 'get'>) =>
  (await calls.get('/api/auth/user')).statusCode === 200;

test('a member sees where they are signed in, the session that asks first', async () => {
  const mira = await createMember(app);
  await alsoOn(mira, 'Firefox on Windows');
  const sessions = await sessionsOf(mira);
  expect(sessions.map(({ device, isCurrent }) => ({ device, isCurrent }))).toEqual([
    { device: null, isCurrent: true },
    { device: 'Firefox on Windows', isCurrent: false },
  ]);
});

test('one session is ended, on its device at once; again it is harmless', async () => {
  const mira = await createMember(app);
  const phone = await alsoOn(mira, 'Safari on iOS');
  const laptop = await alsoOn(mira, 'Chrome on Linux');
  const of = (await sessionsOf(mira)).find(({ device }) => device === 'Safari on iOS');
  const end = () => mira.del(`/api/account/sessions/${of?.id}`);
  expect([(await end()).json(), (await end()).json()]).toEqual([{ ended: 1 }, { ended: 0 }]);
  expect([await isSignedIn(phone), await isSignedIn(laptop), await isSignedIn(mira)]).toEqual([
    false,
    true,
    true,
  ]);
});

test('nobody ends a session of another member, or one that never was', async () => {
  const [mira, other] = [await createMember(app), await createMember(app)];
  const [theirs] = await sessionsOf(other);
  for (const id of [theirs?.id, randomUUID()]) {
    expect((await mira.del(`/api/account/sessions/${id}`)).json()).toEqual({ ended: 0 });
  }
  expect(await isSignedIn(other)).toBe(true);
  expect((await mira.del('/api/account/sessions/me')).statusCode).toBe(404);
});

test('all others are ended at once, this one stays', async () => {
  const mira = await createMember(app);
  const others = [await alsoOn(mira, 'a'), await alsoOn(mira, 'b')];
  expect((await mira.del('/api/account/sessions')).json()).toEqual({ ended: 2 });
  expect(await Promise.all([mira, ...others].map(isSignedIn))).toEqual([true, false, false]);
});

test('a name of one’s own stands for Google’s, in comments too, until it is taken back', async () => {
  const mira = await createMember(app, { tier: 'pro', firstName: 'Mira', lastName: 'Test' });
  const reader = await createMember(app);
  const prompt = seedId('Squats');
  await mira.post(`/api/prompts/${prompt}/comments`, { content: 'Works.' });
  const author = async () => (await reader.get(`/api/prompts/${prompt}/comments`)).json().at(-1).user;
  expect((await mira.put('/api/account/name', { name: '  M. Writer ' })).json()).toEqual({
    ownName: 'M. Writer',
  });
  expect((await mira.get('/api/auth/user')).json()).toMatchObject({ firstName: 'M. Writer', lastName: null });
  expect(await author()).toMatchObject({ firstName: 'M. Writer', lastName: null });
  expect((await mira.get('/api/account')).json()).toMatchObject({
    googleName: 'Mira Test',
    ownName: 'M. Writer',
  });
  await mira.put('/api/account/name', { name: null });
  expect(await author()).toMatchObject({ firstName: 'Mira', lastName: 'Test' });
});

test.each([[''], ['   '], ['x'.repeat(61)], ['mira@example.com'], [7], [undefined]])(
  'the name %j is refused',
  async (name) => {
    const mira = await createMember(app);
    expect((await mira.put('/api/account/name', { name })).statusCode).toBe(400);
    expect((await mira.get('/api/account')).json()).toMatchObject({ ownName: null });
  },
);

test('a member keeps one address to open prompts in, and takes it back', async () => {
  const [mira, other] = [await createMember(app), await createMember(app)];
  const put = async (url: unknown) => await mira.put('/api/account/open-in', { url });
  const stored = async () => (await mira.get('/api/account')).json().openInUrl;
  expect(await stored()).toBeNull();
  for (const url of [
    'https://chat.example.com/?q={prompt}',
    'https://a.example:8443/new#{prompt}&x={prompt}',
  ]) {
    expect((await put(`  ${url} `)).json()).toEqual({ openInUrl: url });
    expect(await stored()).toBe(url);
  }
  expect((await other.get('/api/account')).json().openInUrl).toBeNull();
  expect(
    (await app.server.inject({ method: 'PUT', url: '/api/account/open-in', payload: {} })).statusCode,
  ).not.toBe(200);
  for (const url of [
    '',
    'http://chat.example.com/?q={prompt}',
    'javascript:alert(1)//{prompt}',
    'data:text/html,{prompt}',
    'https://chat.example.com/',
    'https://{prompt}/',
    'https://{prompt}.example.com/?q={prompt}',
    'https://chat.example.com:{prompt}/',
    'https://{prompt}@chat.example.com/',
    'https://me:secret@chat.example.com/?q={prompt}',
    'https://chat.example.com/?q=\t{prompt}',
    '//chat.example.com/?q={prompt}',
    `https://chat.example.com/${'x'.repeat(500)}?q={prompt}`,
    7,
    undefined,
  ]) {
    expect([url, (await put(url)).statusCode]).toEqual([url, 400]);
  }
  expect(await stored()).toBe('https://a.example:8443/new#{prompt}&x={prompt}');
  expect((await put(null)).json()).toEqual({ openInUrl: null });
  expect(await stored()).toBeNull();
});

test('a session is used on the day it is extended', async () => {
  const mira = await createMember(app);
  await sql`update sessions set used_at = now() - interval '5 days', expires_at = now() + interval '25 days'
    where user_id = ${mira.id}`.execute(app.database.db);
  const before = (await sessionsOf(mira))[0]?.usedAt ?? '';
  expect(Date.now() - Date.parse(before)).toBeLessThan(60_000);
});

test('the page knows the session that asks, although it asks within the server', async () => {
  const mira = await createMember(app);
  const { payload } = await mira.get('/account');
  expect(payload).toContain('This device');
});
