import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logEndedTrials } from '#server/features/billing/subscription/subscription.trial.ts';
import { TestBrowser } from '#server/testing/browser.ts';
import { startTestProvider, type TestProvider } from '#server/testing/google-provider.ts';
import { callsWith, createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';

const lines: string[] = [];
let app: TestApp;
let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider();
  app = await createTestApp({
    settings: { logLevel: 'info', google: provider.settings },
    dependencies: { logStream: { write: (line) => lines.push(line) } },
  });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => {
  lines.length = 0;
});

const events = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter((line) => 'securityEvent' in line)
    .map(({ securityEvent, memberId }) => [securityEvent, memberId]);

test('signing in and out are on record with the member’s id, never with an address or a token', async () => {
  const browser = new TestBrowser(app);
  await browser.signIn(provider);
  const { id, email } = (await browser.get('/api/auth/user')).json();
  const token = browser.cookies.get('session');
  await callsWith(app, browser.cookie).post('/api/logout');
  await browser.signIn(provider);
  await callsWith(app, browser.cookie).post('/api/logout/everywhere');
  expect(events()).toEqual([
    ['sign-in', id],
    ['sign-out', id],
    ['sign-in', id],
    ['sign-out everywhere', id],
  ]);
  for (const secret of [email, token]) expect(lines.join('')).not.toContain(secret);
});

test('a sign-in that fails is on record; signing out without a session is not', async () => {
  const browser = new TestBrowser(app);
  await browser.get('/api/auth/google/callback?state=made-up&code=made-up');
  await app.server.inject({
    method: 'POST',
    url: '/api/logout',
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(events()).toEqual([['sign-in failed', null]]);
});

test('what a plan does not include, and writes from other sites, are refusals by permission', async () => {
  const member = await createMember(app, { tier: 'basic' });
  const { rows } = await app.database.pool.query<{ id: string }>(
    `select id from prompts where tier = 'pro' limit 1`,
  );
  const id = rows[0]?.id ?? '';
  expect((await member.post(`/api/prompts/${id}/copy`)).statusCode).toBe(403);
  const foreign = await member.post('/api/logout', undefined, {
    headers: { origin: 'https://evil.example' },
  });
  expect(foreign.statusCode).toBe(403);
  expect((await app.get(`/api/prompts/${id}`)).statusCode).toBe(401);
  expect(events()).toEqual([
    ['permission refused', member.id],
    // Refused before anybody looks whose session it is.
    ['permission refused', null],
  ]);
  expect(lines.join('')).not.toContain(member.email);
});

test('requests refused by a limit are recorded', async () => {
  const limited = await createTestApp({
    settings: { logLevel: 'info', rateLimit: 1 },
    dependencies: { logStream: { write: (line) => lines.push(line) } },
  });
  await limited.get('/api/categories');
  expect(events()).toEqual([]);
  expect((await limited.get('/api/categories')).statusCode).toBe(429);
  expect(events()).toEqual([['limit reached', null]]);
  await limited.close();
});

test('a trial changes the tier', async () => {
  const member = await createMember(app);
  await member.post('/api/subscription/trial');
  expect(events()).toEqual([['tier changed', member.id]]);
});

test('the end of a trial is recorded once, and not at all for a member who has Pro by then', async () => {
  const [free, payer, running] = [await createMember(app), await createMember(app), await createMember(app)];
  for (const member of [free, payer, running]) await member.post('/api/subscription/trial');
  const { db } = app.database;
  await sql`update users set tier = 'pro' where id = ${payer.id}`.execute(db);
  await sql`update trials set ends_at = now() where user_id in (${free.id}, ${payer.id})`.execute(db);
  lines.length = 0;
  await Promise.all([logEndedTrials(db, app.server.log), logEndedTrials(db, app.server.log)]);
  await logEndedTrials(db, app.server.log);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ securityEvent: 'tier changed', memberId: free.id, from: 'pro', to: null }),
  ]);
});
