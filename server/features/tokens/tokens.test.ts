import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import {
  callsWithToken,
  createMember,
  createStaff,
  createTestApp,
  createToken,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';

let app: TestApp;
let ada: TestMember;
const logLines: string[] = [];

const BASIC = seedId('A basic prompt');
const PRO = seedId('A pro prompt');
const ALL = ['read', 'copy', 'favorites', 'comments'] as const;

beforeAll(async () => {
  app = await createTestApp({
    template: 'empty',
    dependencies: { logStream: { write: (line) => logLines.push(line) } },
    settings: { logLevel: 'info' },
  });
  await seedPrompts(app.database.db, [
    { title: 'A basic prompt', content: 'Open words.' },
    { title: 'A pro prompt', tier: 'pro', content: 'Locked words.' },
  ]);
  ada = await createMember(app);
});
afterAll(() => app.close());

const setTier = (id: string, tier: string) =>
  sql`update users set tier = ${tier} where id = ${id}`.execute(app.database.db);

describe('Making a token', () => {
  test('shows it once; what is stored and listed would not do to use it', async () => {
    const member = await createMember(app);
    const made = await member.post('/api/account/tokens', { name: ' Shell ', scopes: ['read'], days: 90 });
    const { token, ...entry } = made.json();
    expect([made.statusCode, made.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(token).toMatch(/^prmt_[\w-]{43}$/);
    expect(entry).toMatchObject({ name: 'Shell', scopes: ['read'], lastFour: token.slice(-4), usedOn: null });
    expect(Date.parse(entry.expiresAt) - Date.now()).toBeCloseTo(90 * 86_400_000, -5);
    const list = await member.get('/api/account/tokens');
    expect(list.json()).toEqual({ tokens: [entry], needsSignIn: false });
    const { rows } = await sql`select row_to_json(t)::text as text from tokens t`.execute(app.database.db);
    const archive = unzipSync((await member.get('/api/account/export')).rawPayload);
    const account = Buffer.from(archive['account.json'] ?? []).toString();
    expect(account).toContain('"name": "Shell"');
    const secret = token.slice('prmt_'.length);
    for (const text of [list.payload, JSON.stringify(rows), account, logLines.join('')]) {
      expect(text).not.toContain(secret);
    }
  });

  test.each([
    [{ name: '', scopes: ['read'], days: 30 }, 'name'],
    [{ name: 'x'.repeat(61), scopes: ['read'], days: 30 }, 'name'],
    [{ name: 'x', scopes: [], days: 30 }, 'scopes'],
    [{ name: 'x', scopes: ['read', 'read'], days: 30 }, 'scopes'],
    [{ name: 'x', scopes: ['admin'], days: 30 }, 'scopes'],
    [{ name: 'x', scopes: ['read'], days: 31 }, 'days'],
    [{ name: 'x', scopes: ['read'], days: 30, userId: 'y' }, 'userId'],
  ])('refuses %j', async (body, problem) => {
    const response = await ada.post('/api/account/tokens', body);
    expect([response.statusCode, response.json().message]).toEqual([400, expect.stringContaining(problem)]);
  });

  test(`stops at ${LIMITS.tokens}, however many are asked for at once; expired ones do not count`, async () => {
    const member = await createMember(app);
    const make = () => member.post('/api/account/tokens', { name: 'x', scopes: ['read'], days: 30 });
    await Promise.all(Array.from({ length: LIMITS.tokens - 2 }, make));
    const last = await Promise.all(Array.from({ length: 6 }, make));
    expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    await sql`update tokens set expires_at = now() where id =
      (select id from tokens where user_id = ${member.id} limit 1)`.execute(app.database.db);
    expect([(await make()).statusCode, (await make()).statusCode]).toEqual([200, 409]);
  });

  test('asks for a fresh sign-in', async () => {
    const member = await createMember(app);
    await sql`update sessions set created_at = now() - interval '16 minutes' where user_id = ${member.id}`.execute(
      app.database.db,
    );
    const response = await member.post('/api/account/tokens', { name: 'x', scopes: ['read'], days: 30 });
    expect([response.statusCode, response.json().code]).toEqual([403, 'sign_in_again']);
    expect((await member.get('/api/account/tokens')).json()).toEqual({ tokens: [], needsSignIn: true });
  });
});

describe('A call with a token', () => {
  test('is its member’s, with the tier of this moment', async () => {
    const member = await createMember(app, { tier: 'basic' });
    const calls = callsWithToken(app, await createToken(member, ['read']));
    expect((await calls.get(`/api/prompts/${BASIC}`)).json().content).toBe('Open words.');
    const locked = await calls.get(`/api/prompts/${PRO}`);
    expect([locked.statusCode, locked.payload.includes('Locked words')]).toEqual([403, false]);
    await setTier(member.id, 'pro');
    expect((await calls.get(`/api/prompts/${PRO}`)).json().content).toBe('Locked words.');
    await setTier(member.id, 'basic');
    expect((await calls.get(`/api/prompts/${PRO}`)).statusCode).toBe(403);
    const list = await calls.get('/api/prompts/search?q=prompt');
    expect(list.headers['cache-control']).toBe('private, no-store');
  });

  test('copies, keeps and comments where its scopes reach, from anywhere', async () => {
    const member = await createMember(app);
    const calls = callsWithToken(app, await createToken(member, ALL));
    expect((await calls.post(`/api/prompts/${BASIC}/copy`)).json()).toEqual({ copyCount: 1 });
    expect((await calls.post(`/api/prompts/${BASIC}/favorite`)).json()).toMatchObject({ isFavorited: true });
    expect((await calls.get('/api/favorites')).json()).toMatchObject([{ id: BASIC }]);
    expect((await calls.del(`/api/prompts/${BASIC}/favorite`)).statusCode).toBe(200);
    const comment = await calls.post(`/api/prompts/${BASIC}/comments`, { content: 'Good.', parentId: null });
    expect(comment.statusCode).toBe(200);
  });

  test('is refused where the endpoint names another scope, and told which', async () => {
    const calls = callsWithToken(app, await createToken(ada, ['read']));
    const response = await calls.post(`/api/prompts/${BASIC}/favorite`);
    expect([response.statusCode, response.json().message]).toEqual([
      403,
      'This token lacks the scope favorites.',
    ]);
    expect(response.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="favorites"');
  });

  test('reaches no route that names no scope: account, billing, sessions, pages; staff’s are unknown', async () => {
    const admin = await createStaff(app, 'admin');
    const calls = callsWithToken(app, await createToken(admin, ALL));
    const others: string[] = [];
    for (const { method, url, access, scope } of app.routes) {
      if (scope !== undefined || method === 'HEAD') continue;
      const address = url.replace('*', '').replace(/:\w+/g, 'aaaaaaaaaaaa');
      const { statusCode } = await calls.call(method as 'GET', address);
      const isForStaff = access === 'moderator' || access === 'admin';
      if (statusCode !== (isForStaff ? 404 : 403)) others.push(`${method} ${url}`);
    }
    // Where nobody’s session matters either, or no such file is there.
    expect(others.sort()).toEqual([
      'GET /.well-known/oauth-authorization-server',
      'GET /.well-known/oauth-protected-resource',
      'GET /.well-known/oauth-protected-resource/mcp',
      'GET /api/auth/google',
      'GET /api/auth/google/callback',
      'GET /assets/*',
      'GET /category/:slug/feed.xml',
      'GET /favicon.ico',
      'GET /feed.xml',
      'GET /healthz',
      'GET /manifest.webmanifest',
      'GET /openapi.json',
      'GET /readyz',
      'GET /robots.txt',
      'GET /sitemap.xml',
      'GET /sw.js',
      'POST /api/mail/unsubscribe',
      'POST /api/stripe/webhook',
    ]);
  });

  test('leaves the day of its last use, and nothing more', async () => {
    const member = await createMember(app);
    const calls = callsWithToken(app, await createToken(member, ['read']));
    await calls.get(`/api/prompts/${BASIC}`);
    await calls.get(`/api/prompts/${BASIC}`);
    const { tokens } = (await member.get('/api/account/tokens')).json();
    expect(tokens).toMatchObject([{ usedOn: new Date().toISOString().slice(0, 10) }]);
  });

  test('with a session cookie besides is refused, whoever both are', async () => {
    const token = await createToken(ada, ['read']);
    const response = await ada.get(`/api/prompts/${BASIC}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'Send a token or a session cookie, not both.',
    ]);
  });

  test.each(['Bearer', 'Bearer x', 'bearer prmt_short', `Bearer prmt_${'A'.repeat(43)}`])(
    '“%s” is refused, on public addresses too',
    async (authorization) => {
      for (const url of ['/api/categories', `/api/prompts/${BASIC}`]) {
        const response = await app.get(url, { headers: { authorization } });
        expect([response.statusCode, response.json().message]).toEqual([
          401,
          'Unauthorized: this token is unknown, expired or revoked.',
        ]);
        expect(response.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
      }
    },
  );

  test('is authenticated by the Authorization header alone', async () => {
    const token = await createToken(ada, ['read']);
    for (const query of [`token=${token}`, `access_token=${token}`]) {
      expect((await app.get(`/api/prompts/${BASIC}?${query}`)).statusCode).toBe(401);
    }
  });
});

describe('A token ends', () => {
  test('when it is revoked, at the next call; another member cannot', async () => {
    const member = await createMember(app);
    const calls = callsWithToken(app, await createToken(member, ['read']));
    const [{ id }] = (await member.get('/api/account/tokens')).json().tokens;
    expect((await ada.del(`/api/account/tokens/${id}`)).json()).toEqual({ revoked: 0 });
    expect((await calls.get('/api/categories')).statusCode).toBe(200);
    expect((await member.del(`/api/account/tokens/${id}`)).json()).toEqual({ revoked: 1 });
    expect((await member.del(`/api/account/tokens/${id}`)).json()).toEqual({ revoked: 0 });
    expect((await calls.get('/api/categories')).statusCode).toBe(401);
  });

  test('on its expiry day', async () => {
    const member = await createMember(app);
    const calls = callsWithToken(app, await createToken(member, ['read']));
    await sql`update tokens set expires_at = now() where user_id = ${member.id}`.execute(app.database.db);
    expect((await calls.get('/api/categories')).statusCode).toBe(401);
    expect((await member.get('/api/account/tokens')).json().tokens).toHaveLength(1);
  });

  test('when its member is suspended, and does not come back with them', async () => {
    const [member, moderator] = [await createMember(app), await createStaff(app, 'moderator')];
    const calls = callsWithToken(app, await createToken(member, ['read']));
    const suspend = (isSuspended: boolean) =>
      moderator.put(`/api/admin/members/${member.id}/suspension`, { isSuspended, reason: 'A test.' });
    expect((await suspend(true)).statusCode).toBe(200);
    expect((await calls.get('/api/categories')).statusCode).toBe(401);
    expect((await suspend(false)).statusCode).toBe(200);
    expect((await calls.get('/api/categories')).statusCode).toBe(401);
  });

  test('with its account', async () => {
    const member = await createMember(app);
    const calls = callsWithToken(app, await createToken(member, ['read']));
    const deletion = await member.post('/api/account/deletion', { confirmation: 'DELETE', comments: 'keep' });
    expect(deletion.statusCode).toBe(200);
    expect((await calls.get('/api/categories')).statusCode).toBe(401);
  });
});

test('All tokens of a member share a limit of their own, and every response says what is left', async () => {
  const limited = await createTestApp({ template: 'empty', settings: { tokenRateLimit: 3 } });
  const [member, other] = [await createMember(limited), await createMember(limited)];
  const [first, second] = [await createToken(member, ['read']), await createToken(member, ['read'])];
  const ask = (token: string) => callsWithToken(limited, token).get('/api/categories');
  const { headers } = await ask(first);
  expect(headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' });
  expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(0);
  expect([(await ask(second)).statusCode, (await ask(first)).statusCode]).toEqual([200, 200]);
  const refused = await ask(second);
  expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  expect((await ask(await createToken(other, ['read']))).statusCode).toBe(200);
  await limited.close();
});
