import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLBACK, newVerifier, oauthCalls } from '#server/testing/oauth-calls.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { callsWithToken, createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { sweepOAuth } from './oauth.queries.ts';

const BASIC = seedId('A basic prompt');

let app: TestApp;
let oauth: ReturnType<typeof oauthCalls>;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [{ title: 'A basic prompt', content: 'Open words.' }]);
  oauth = oauthCalls(app);
});
afterAll(() => app.close());

describe('A member connects an app', () => {
  test('by consent; it gets what they allowed, for the MCP server alone, and never twice', async () => {
    const member = await createMember(app);
    const { access, refresh, scope, form } = await oauth.connect(member, ['read', 'copy']);
    expect([scope, access, refresh]).toEqual([
      'read copy',
      expect.stringMatching(/^prma_[\w-]{43}$/),
      expect.stringMatching(/^prmr_[\w-]{86}$/),
    ]);
    expect((await oauth.call(access)).status).toBe(200);
    expect((await oauth.call(access, 'add_favorite', { id: BASIC })).text).toContain(
      'lacks the scope favorites. The member can connect this app again and allow it there.',
    );
    for (const url of ['/api/categories', '/api/account/grants']) {
      const elsewhere = await callsWithToken(app, access).get(url);
      expect([elsewhere.statusCode, elsewhere.json().message]).toEqual([
        401,
        'Unauthorized: this token is for another address.',
      ]);
    }
    expect(await oauth.grantsOf(member)).toMatchObject([
      {
        clientName: 'Assistant',
        redirectHost: 'assistant.example',
        scopes: ['read', 'copy'],
        usedOn: new Date().toISOString().slice(0, 10),
      },
    ]);
    expect((await member.get('/api/account/tokens')).json()).toMatchObject({ tokens: [] });
    expect((await oauth.post('/oauth/token', form)).json().error).toBe('invalid_grant');
    expect((await oauth.call(access)).status).toBe(401);
    expect((await oauth.refresh(refresh, form.client_id)).json().error).toBe('invalid_grant');
    expect(await oauth.grantsOf(member)).toEqual([]);
  });

  test('and is told who asks, for what, and where the browser goes; the answer names us', async () => {
    const member = await createMember(app);
    const [clientId, verifier] = [
      await oauth.createClient([CALLBACK], '  Claude\u202E \n evil  '),
      newVerifier(),
    ];
    const request = oauth.requestOf(clientId, verifier);
    const url = `/api/oauth/authorization?${new URLSearchParams(request)}`;
    const asked = (await member.get(url)).json();
    expect(asked).toEqual({
      kind: 'consent',
      clientName: 'Claude evil',
      redirectHost: 'assistant.example',
      isLocal: false,
      scopes: ['read', 'copy', 'favorites'],
      refusalUrl: expect.stringMatching(
        /^https:\/\/assistant\.example\/callback\?error=access_denied&.*state=their\+state&iss=/,
      ),
    });
    const allowed = await member.post('/api/oauth/authorization', { request, scopes: ['read'] });
    const { origin: host, pathname, searchParams } = new URL(allowed.json().location);
    expect([host + pathname, searchParams.get('state'), searchParams.get('iss')]).toEqual([
      CALLBACK,
      'their state',
      oauth.origin,
    ]);
    const page = await member.get(`/oauth/authorize?${new URLSearchParams(request)}`);
    expect(page.payload).toContain('Connect <!-- -->Claude evil');
    expect([page.headers['x-frame-options'], page.headers['content-security-policy']]).toEqual([
      'DENY',
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
    const visitor = await app.get(`/oauth/authorize?${new URLSearchParams(request)}`);
    expect([visitor.statusCode, visitor.headers.location]).toEqual([
      302,
      `/login?returnUrl=${encodeURIComponent(`/oauth/authorize?${new URLSearchParams(request)}`)}`,
    ]);
  });

  test('only from our own page, and freshly signed in', async () => {
    const member = await createMember(app);
    const body = { request: oauth.requestOf(await oauth.createClient(), newVerifier()), scopes: ['read'] };
    const headers = { origin: 'https://assistant.example', 'sec-fetch-site': 'cross-site' };
    expect((await member.post('/api/oauth/authorization', body, { headers })).statusCode).toBe(403);
    await sql`update sessions set created_at = now() - interval '16 minutes' where user_id = ${member.id}`.execute(
      app.database.db,
    );
    const response = await member.post('/api/oauth/authorization', body);
    expect([response.statusCode, response.json().code]).toEqual([403, 'sign_in_again']);
  });

  test('and not more than they may', async () => {
    const member = await createMember(app);
    const [clientId, verifier] = [await oauth.createClient(), newVerifier()];
    const body = { request: oauth.requestOf(clientId, verifier), scopes: ['read'] };
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => member.post('/api/oauth/authorization', body)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
  });
});

describe('What an app asks for is refused', () => {
  test.each<[string, Record<string, string>]>([
    ['another host', { redirect_uri: 'https://evil.example/callback' }],
    ['another path', { redirect_uri: `${CALLBACK}/more` }],
    ['a query', { redirect_uri: `${CALLBACK}?x=1` }],
    ['plain HTTP', { redirect_uri: 'http://assistant.example/callback' }],
    ['a user', { redirect_uri: 'https://assistant.example@evil.example/callback' }],
    ['no redirect', { redirect_uri: '' }],
    ['an unknown client', { client_id: randomUUID() }],
    ['an address of no document', { client_id: 'https://127.0.0.1/client.json' }],
  ])('without leading anywhere: %s', async (_what, more) => {
    const member = await createMember(app);
    const request = oauth.requestOf(await oauth.createClient(), newVerifier(), more);
    const asked = await member.get(`/api/oauth/authorization?${new URLSearchParams(request)}`);
    expect(asked.json()).toMatchObject({ kind: 'refused', refusalUrl: null });
    const allowed = await member.post('/api/oauth/authorization', { request, scopes: ['read'] });
    expect([allowed.statusCode, allowed.payload.includes('code=')]).toEqual([400, false]);
  });

  test.each<[string, Record<string, string>]>([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: '' }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_scope', { scope: 'comments admin' }],
    ['invalid_target', { resource: 'https://other.example/mcp' }],
  ])('with %s, which its own address is told after a click: %j', async (error, more) => {
    const member = await createMember(app);
    const request = oauth.requestOf(await oauth.createClient(), newVerifier(), more);
    const { kind, refusalUrl } = (
      await member.get(`/api/oauth/authorization?${new URLSearchParams(request)}`)
    ).json();
    const { searchParams } = new URL(refusalUrl);
    expect([kind, searchParams.get('error'), searchParams.get('state'), searchParams.get('iss')]).toEqual([
      'refused',
      error,
      'their state',
      oauth.origin,
    ]);
    expect((await member.post('/api/oauth/authorization', { request, scopes: ['read'] })).statusCode).toBe(
      400,
    );
  });

  test('with a state above 2,000 characters, in plain words; one of 2,000 comes back whole', async () => {
    const member = await createMember(app);
    const clientId = await oauth.createClient();
    const address = (length: number) => {
      const more = { state: 's'.repeat(length) };
      return `/oauth/authorize?${new URLSearchParams(oauth.requestOf(clientId, newVerifier(), more))}`;
    };
    const page = await member.get(address(2000));
    expect([page.statusCode, page.payload.includes('Connect <!-- -->Assistant')]).toEqual([200, true]);
    expect(page.payload).toContain('s'.repeat(2000));
    const refused = await member.get(address(2001));
    expect(refused.statusCode).toBe(400);
    expect(refused.payload).toContain(
      'This app’s request is not valid: state is longer than 2,000 characters.',
    );
  });

  test('as more than it asked for', async () => {
    const member = await createMember(app);
    const request = oauth.requestOf(await oauth.createClient(), newVerifier(), {
      scope: 'read offline_access',
    });
    for (const scopes of [['read', 'favorites'], ['read', 'comments'], ['copy'], []]) {
      expect((await member.post('/api/oauth/authorization', { request, scopes })).statusCode).toBe(400);
    }
  });

  test('a program on the member’s machine may take another port, and nothing else', async () => {
    const member = await createMember(app);
    const clientId = await oauth.createClient(['http://127.0.0.1:5000/callback?a=b']);
    const kindOf = async (uri: string) => {
      const request = oauth.requestOf(clientId, newVerifier(), { redirect_uri: uri });
      return (await member.get(`/api/oauth/authorization?${new URLSearchParams(request)}`)).json();
    };
    expect(await kindOf('http://127.0.0.1:61234/callback?a=b')).toMatchObject({
      kind: 'consent',
      isLocal: true,
      redirectHost: '127.0.0.1:61234',
    });
    for (const uri of [
      'http://127.0.0.1:5000/callback',
      'http://localhost:5000/callback?a=b',
      'https://127.0.0.1:5000/callback?a=b',
      'http://127.0.0.1.evil.example/callback?a=b',
      'http://127.0.0.1:5000/callback?a=b#x',
    ]) {
      expect([uri, (await kindOf(uri)).kind]).toEqual([uri, 'refused']);
    }
  });
});

describe('Clients', () => {
  test.each<[object, string]>([
    [{}, 'invalid_client_metadata'],
    [{ redirect_uris: [] }, 'invalid_client_metadata'],
    [{ redirect_uris: Array.from({ length: 11 }, (_, n) => `${CALLBACK}/${n}`) }, 'invalid_client_metadata'],
    [{ redirect_uris: ['http://assistant.example/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['cursor://callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [`${CALLBACK}#x`] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [`${CALLBACK}/${'x'.repeat(500)}`] }, 'invalid_redirect_uri'],
  ])('register with addresses that are theirs alone: %j', async (metadata, error) => {
    const response = await oauth.register(metadata);
    expect([response.statusCode, response.json().error]).toEqual([400, error]);
  });

  test('register as public ones, whatever they ask for, without an origin or a session', async () => {
    const response = await oauth.register({
      client_name: 'Tool',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'client_secret_post',
    });
    expect([response.statusCode, response.json()]).toEqual([
      201,
      expect.objectContaining({ client_name: 'Tool', token_endpoint_auth_method: 'none' }),
    ]);
    expect(response.json().client_secret).toBeUndefined();
  });

  test('that name a private scheme beside other addresses are registered without it', async () => {
    const response = await oauth.register({
      redirect_uris: ['cursor://callback', CALLBACK, 'vscode://callback'],
    });
    expect([response.statusCode, response.json().redirect_uris]).toEqual([201, [CALLBACK]]);
    const request = oauth.requestOf(response.json().client_id, newVerifier(), {
      redirect_uri: 'cursor://callback',
    });
    const member = await createMember(app);
    const asked = await member.get(`/api/oauth/authorization?${new URLSearchParams(request)}`);
    expect(asked.json().kind).toBe('refused');
  });

  test('are removed when nobody uses them, and bounded', async () => {
    const { db } = app.database;
    const member = await createMember(app);
    const { clientId, access } = await oauth.connect(member);
    const unused = await oauth.createClient();
    await sql`update oauth_clients set used_at = used_at - interval '100 days',
      created_at = created_at - interval '100 days' where id in (${clientId}, ${unused})`.execute(db);
    await sweepOAuth(db);
    const left = async () => {
      const { rows } = await sql<{ id: string }>`
        select id from oauth_clients where id in (${clientId}, ${unused})`.execute(db);
      return rows.map(({ id }) => id);
    };
    expect([await left(), (await oauth.call(access)).status]).toEqual([[clientId], 200]);
    await sql`insert into oauth_clients (id, name, redirect_uris)
      select 'unused-' || n, 'x', '{}' from generate_series(1, 10000) n`.execute(db);
    await sql`update oauth_clients set created_at = created_at - interval '1 hour', used_at = used_at - interval '1 hour'
      where id = 'unused-77'`.execute(db);
    // However many register for nothing, one more can: the oldest of them goes, and none that is used.
    expect((await oauth.register({ redirect_uris: [CALLBACK] })).statusCode).toBe(201);
    const { rows } = await sql<{ count: number; isOldestGone: boolean }>`
      select count(*)::integer as count, not bool_or(id = 'unused-77') as "isOldestGone"
      from oauth_clients where used_at = created_at`.execute(db);
    expect([rows, await left()]).toEqual([[{ count: 10_000, isOldestGone: true }], [clientId]]);
    await sql`delete from oauth_clients where id like 'unused-%'`.execute(db);
  });
});
