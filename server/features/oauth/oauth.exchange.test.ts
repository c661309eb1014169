import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newVerifier, oauthCalls } from '#server/testing/oauth-calls.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createStaff, createTestApp, type TestApp } from '#server/testing/test-app.ts';

const PRO = seedId('A pro prompt');

let app: TestApp;
let oauth: ReturnType<typeof oauthCalls>;
const logLines: string[] = [];

beforeAll(async () => {
  app = await createTestApp({
    template: 'empty',
    dependencies: { logStream: { write: (line) => logLines.push(line) } },
    settings: { logLevel: 'info' },
  });
  await seedPrompts(app.database.db, [{ title: 'A pro prompt', tier: 'pro', content: 'Locked words.' }]);
  oauth = oauthCalls(app);
});
afterAll(() => app.close());

describe('A code', () => {
  test.each<[string, Record<string, string | undefined>]>([
    ['another verifier', { code_verifier: newVerifier() }],
    ['another redirect', { redirect_uri: 'https://assistant.example/other' }],
    ['another client', { client_id: randomUUID() }],
  ])('with %s is refused, and invalidated', async (_what, more) => {
    const form = await oauth.consent(await createMember(app));
    const refused = await oauth.post('/oauth/token', { ...form, ...more });
    expect([refused.statusCode, refused.json().error, refused.headers['cache-control']]).toEqual([
      400,
      'invalid_grant',
      'no-store',
    ]);
    expect((await oauth.post('/oauth/token', form)).json().error).toBe('invalid_grant');
  });

  test.each<[string, Record<string, string | undefined>]>([
    ['invalid_target', { resource: 'https://other.example/mcp' }],
    ['invalid_request', { code_verifier: undefined }],
    ['invalid_client', { client_id: undefined }],
    ['unsupported_grant_type', { grant_type: 'password' }],
  ])('is not examined with %s: %j', async (error, more) => {
    const form = await oauth.consent(await createMember(app));
    expect((await oauth.post('/oauth/token', { ...form, ...more })).json().error).toBe(error);
    expect((await oauth.post('/oauth/token', form)).statusCode).toBe(200);
  });

  test('expires, and ends with the suspension of its member', async () => {
    const [late, suspended] = [await createMember(app), await createMember(app)];
    const form = await oauth.consent(late);
    await sql`update oauth_codes set expires_at = now() where user_id = ${late.id}`.execute(app.database.db);
    expect((await oauth.post('/oauth/token', form)).json().error).toBe('invalid_grant');
    const other = await oauth.consent(suspended);
    await sql`update users set suspended_at = now() where id = ${suspended.id}`.execute(app.database.db);
    expect((await oauth.post('/oauth/token', other)).json().error).toBe('invalid_grant');
  });

  test('exchanged by many at once gives one grant at most, and in the end none', async () => {
    const member = await createMember(app);
    const form = await oauth.consent(member);
    const answers = await Promise.all(Array.from({ length: 5 }, () => oauth.post('/oauth/token', form)));
    const [given, ...more] = answers.filter(({ statusCode }) => statusCode === 200);
    expect([more, await oauth.grantsOf(member)]).toEqual([[], []]);
    expect((await oauth.call(given?.json().access_token)).status).toBe(401);
  });
});

describe('A refresh token', () => {
  test('is replaced at each use; used again a minute later it ends everything', async () => {
    const member = await createMember(app);
    const { refresh, access, clientId } = await oauth.connect(member);
    const next = (await oauth.refresh(refresh, clientId)).json();
    oauth.secrets.add(next.access_token).add(next.refresh_token);
    // Another process may be using it; it ends with its hour.
    for (const token of [access, next.access_token]) expect((await oauth.call(token)).status).toBe(200);
    await sql`update oauth_grants set refreshed_at = refreshed_at - interval '61 seconds'
      where user_id = ${member.id}`.execute(app.database.db);
    expect((await oauth.refresh(refresh, clientId)).json().error).toBe('invalid_grant');
    for (const token of [access, next.access_token]) expect((await oauth.call(token)).status).toBe(401);
    expect((await oauth.refresh(next.refresh_token, clientId)).json().error).toBe('invalid_grant');
    expect(await oauth.grantsOf(member)).toEqual([]);
    expect(logLines.filter((line) => line.includes('grant revoked: used twice')).length).toBeGreaterThan(0);
  });

  test('is answered again within the minute, for a lost answer and for two processes', async () => {
    const member = await createMember(app);
    const { refresh, clientId } = await oauth.connect(member);
    const answers = (await Promise.all([1, 2, 3].map(() => oauth.refresh(refresh, clientId)))).map((answer) =>
      answer.json(),
    );
    for (const { access_token: access, refresh_token: again } of answers) {
      oauth.secrets.add(access).add(again);
      expect((await oauth.call(access)).status).toBe(200);
    }
    const [next, ...others] = new Set(answers.map((answer) => answer.refresh_token));
    expect([others, next === refresh]).toEqual([[], false]);
    // Two refreshes ago it is in other hands, however short that is.
    expect((await oauth.refresh(next, clientId)).statusCode).toBe(200);
    expect((await oauth.refresh(refresh, clientId)).json().error).toBe('invalid_grant');
    expect(await oauth.grantsOf(member)).toEqual([]);
  });

  test('gives no more than was allowed, to no other client, for no other resource', async () => {
    const { refresh, clientId } = await oauth.connect(await createMember(app), ['read', 'copy']);
    for (const [error, more] of [
      ['invalid_scope', { scope: 'read copy favorites' }],
      ['invalid_grant', { client_id: await oauth.createClient() }],
      ['invalid_target', { resource: 'https://other.example/mcp' }],
    ] as const) {
      expect((await oauth.refresh(refresh, clientId, more)).json().error).toBe(error);
    }
    const less = await oauth.refresh(refresh, clientId, { scope: 'read' });
    expect([less.statusCode, less.json().scope]).toEqual([200, 'read']);
  });

  test('ends when it was not used for long, and a year after the consent', async () => {
    const member = await createMember(app);
    const { refresh, clientId } = await oauth.connect(member);
    await sql`update oauth_grants set created_at = now() - interval '364 days' where user_id = ${member.id}`.execute(
      app.database.db,
    );
    const next = (await oauth.refresh(refresh, clientId)).json().refresh_token;
    const [grant] = await oauth.grantsOf(member);
    expect(Date.parse(grant.expiresAt) - Date.now()).toBeCloseTo(86_400_000, -5);
    await sql`update oauth_grants set expires_at = now() where user_id = ${member.id}`.execute(
      app.database.db,
    );
    expect((await oauth.refresh(next, clientId)).json().error).toBe('invalid_grant');
  });
});

describe('A connection ends', () => {
  test('at the next call when its member disconnects it; nobody else can', async () => {
    const [member, other] = [await createMember(app), await createMember(app)];
    const { access, refresh, clientId } = await oauth.connect(member);
    const [{ id }] = await oauth.grantsOf(member);
    expect((await other.del(`/api/account/grants/${id}`)).json()).toEqual({ revoked: 0 });
    expect((await oauth.call(access)).status).toBe(200);
    expect((await member.del(`/api/account/grants/${id}`)).json()).toEqual({ revoked: 1 });
    expect((await oauth.call(access)).status).toBe(401);
    expect((await oauth.refresh(refresh, clientId)).json().error).toBe('invalid_grant');
  });

  test.each(['access', 'refresh'] as const)('when the app gives its %s token back', async (which) => {
    const member = await createMember(app);
    const connection = await oauth.connect(member);
    const { clientId, access } = connection;
    const revoke = (client: string) =>
      oauth.post('/oauth/revoke', { token: connection[which], client_id: client });
    expect([
      (await revoke(await oauth.createClient())).statusCode,
      (await oauth.call(access)).status,
    ]).toEqual([200, 200]);
    expect([(await revoke(clientId)).statusCode, (await revoke(clientId)).statusCode]).toEqual([200, 200]);
    expect([(await oauth.call(access)).status, await oauth.grantsOf(member)]).toEqual([401, []]);
  });

  test('with everything else when the member ends all access; signing out ends none', async () => {
    const member = await createMember(app);
    const { access } = await oauth.connect(member);
    const made = await member.post('/api/account/tokens', { name: 'Shell', scopes: ['read'], days: 30 });
    await member.del('/api/account/sessions');
    expect((await oauth.call(access)).status).toBe(200);
    expect((await member.post('/api/logout/everywhere')).json()).toEqual({ ended: 1, tokens: 1, apps: 1 });
    expect([(await oauth.call(access)).status, (await oauth.call(made.json().token)).status]).toEqual([
      401, 401,
    ]);
  });

  test('with a suspension, and does not come back with its member', async () => {
    const [member, moderator] = [await createMember(app), await createStaff(app, 'moderator')];
    const { access, refresh, clientId } = await oauth.connect(member);
    for (const isSuspended of [true, false]) {
      await moderator.put(`/api/admin/members/${member.id}/suspension`, { isSuspended, reason: 'A test.' });
      expect((await oauth.call(access)).status).toBe(401);
      expect((await oauth.refresh(refresh, clientId)).json().error).toBe('invalid_grant');
    }
  });

  test('after its hour, and where the token is for another resource', async () => {
    const member = await createMember(app);
    const { access } = await oauth.connect(member);
    await sql`update oauth_grants set resource = 'https://other.example/mcp' where user_id = ${member.id}`.execute(
      app.database.db,
    );
    const refused = await oauth.call(access);
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(/^Bearer error="invalid_token", resource_metadata="http.+\/mcp"$/),
    ]);
    await sql`update oauth_grants set resource = ${oauth.resource} where user_id = ${member.id}`.execute(
      app.database.db,
    );
    expect((await oauth.call(access)).status).toBe(200);
    await sql`update tokens set expires_at = now() where user_id = ${member.id}`.execute(app.database.db);
    expect((await oauth.call(access)).status).toBe(401);
  });

  test('for what a tier opened, with the tier, at the next call', async () => {
    const member = await createMember(app, { tier: 'pro' });
    const { access } = await oauth.connect(member);
    expect((await oauth.call(access, 'get_prompt', { id: PRO })).text).toContain('Locked words');
    await sql`update users set tier = 'basic' where id = ${member.id}`.execute(app.database.db);
    expect((await oauth.call(access, 'get_prompt', { id: PRO })).text).not.toContain('Locked words');
    const filled = await oauth.call(access, 'fill_prompt', { id: PRO, values: {} });
    expect(filled.text).toContain('Upgrade required');
  });
});

test('What is stored, exported and logged would not do to act as an app', async () => {
  const member = await createMember(app);
  await oauth.connect(member);
  const archive = unzipSync((await member.get('/api/account/export')).rawPayload);
  const account = Buffer.from(archive['account.json'] ?? []).toString();
  expect(account).toContain('"app": "Assistant"');
  const { rows } = await sql<{ text: string }>`
    select row_to_json(t)::text as text from tokens t union all select row_to_json(g)::text from oauth_grants g
    union all select row_to_json(c)::text from oauth_codes c`.execute(app.database.db);
  const all = `${account}${rows.map(({ text }) => text).join('')}${logLines.join('')}`;
  expect(oauth.secrets.size).toBeGreaterThan(20);
  for (const secret of oauth.secrets) expect(all).not.toContain(secret.replace(/^prm._/, ''));
  await member.post('/api/account/deletion', { confirmation: 'DELETE', comments: 'keep' });
  const { rows: left } = await sql`select from oauth_grants where user_id = ${member.id}`.execute(
    app.database.db,
  );
  expect(left).toEqual([]);
});

test('Forms are forms, once each; anything else is refused', async () => {
  for (const url of ['/oauth/token', '/oauth/revoke']) {
    const json = await app.server.inject({ method: 'POST', url, payload: { grant_type: 'refresh_token' } });
    expect(json.statusCode).toBe(415);
    expect((await oauth.post(url, {})).json().error).toMatch(/^invalid_/);
  }
  const twice = await app.server.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'client_id=a&client_id=b',
  });
  expect(twice.json()).toMatchObject({ error: 'invalid_request' });
});
