import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { TestBrowser } from '#server/testing/browser.ts';
import {
  hmac,
  type Misbehavior,
  signedWithWrongKey,
  startTestProvider,
  type TestProvider,
} from '#server/testing/google-provider.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let provider: TestProvider;
let browser: TestBrowser;
let log = '';

beforeAll(async () => {
  provider = await startTestProvider();
  app = await createTestApp({
    template: 'empty',
    // How long it may take is another test's subject.
    settings: {
      google: { ...provider.settings, timeouts: { call: 60_000, step: 60_000 } },
      logLevel: 'debug',
    },
    dependencies: {
      logStream: {
        write(line) {
          log += line;
        },
      },
    },
  });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => {
  browser = new TestBrowser(app);
  log = '';
});
afterEach(async () => {
  Object.assign(provider, { misbehavior: {}, outage: {}, calls: [] });
  provider.person = { ...provider.person, sub: '108', email: 'mira@example.com', email_verified: true };
  await sql`delete from users`.execute(app.database.db);
  await sql`delete from sign_in_attempts`.execute(app.database.db);
  expectNoSecretsIn(log);
});

/** Whatever was logged: no code, state, nonce, verifier, token, address or session (S1 of the brief, A3). */
function expectNoSecretsIn(text: string): void {
  const secrets = [...provider.secrets, ...browser.cookies.values(), '@example.com', 'Novak'];
  // Shorter ones are the tests' own, and part of any id.
  for (const secret of secrets) if (secret.length > 6) expect(text).not.toContain(secret);
}

async function count(table: 'users' | 'sessions' | 'sign_in_attempts'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(
    app.database.db,
  );
  return rows[0]?.n ?? -1;
}

async function memberOf(signedIn: TestBrowser) {
  const response = await signedIn.get('/api/auth/user');
  return response.statusCode === 200 ? response.json() : response.statusCode;
}

/** On the sign-in page, with an id that is in the log, and signed out. */
async function expectRefused(response: Awaited<ReturnType<TestBrowser['get']>>): Promise<void> {
  expect(response.statusCode).toBe(302);
  const url = new URL(String(response.headers.location), 'http://localhost');
  expect([url.pathname, url.searchParams.get('error')]).toEqual(['/login', 'google']);
  const id = url.searchParams.get('id') ?? '';
  expect(id).toBe(response.headers['x-request-id']);
  // The reason has a line of its own, apart from the security event of the same name.
  const line = log.split('\n').find((entry) => entry.includes('"reason"') && entry.includes(id));
  expect(JSON.parse(line ?? '{}').reason).toMatch(/\w/);
  expect(browser.cookies.has('session')).toBe(false);
  expect(await count('sessions')).toBe(0);
  expect(await memberOf(browser)).toBe(401);
}

describe('A successful sign-in', () => {
  test('asks the provider for a code with state, nonce and PKCE', async () => {
    const url = new URL(await browser.beginSignIn('/search?q=a'));
    const { state, nonce, code_challenge: challenge, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      response_type: 'code',
      client_id: 'the-app',
      redirect_uri: 'http://localhost:3000/api/auth/google/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const value of [state, nonce, challenge])
      expect(Buffer.from(value ?? '', 'base64url')).toHaveLength(32);
    const other = new URL(await browser.beginSignIn());
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(other.searchParams.get(name)).not.toBe(url.searchParams.get(name));
    }
  });

  test('brings the member to the page they wanted, with a session', async () => {
    const response = await browser.signIn(provider, '/search?q=coding#top');
    expect([response.statusCode, response.headers.location]).toEqual([302, '/search?q=coding#top']);
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(await memberOf(browser)).toEqual({
      id: expect.stringMatching(/^[a-z2-7]{12}$/),
      subscriptionTier: 'basic',
      role: 'member',
      firstName: 'Mira',
      lastName: 'Novak',
      email: 'mira@example.com',
      profileImageUrl: 'https://lh3.googleusercontent.com/a/mira=s96-c',
    });
    expect((await browser.get('/api/auth/check')).json()).toEqual({
      authenticated: true,
      signInConfigured: true,
      isSignInRecent: true,
      isSandbox: true,
    });
  });

  test('keeps nothing of it but a hash of the token', async () => {
    await browser.signIn(provider);
    const token = browser.cookies.get('session') ?? '';
    const { rows } = await sql<{ row: string }>`select sessions::text as row from sessions`.execute(
      app.database.db,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
    expect(await count('sign_in_attempts')).toBe(0);
  });

  test('the same person with another address is the same member, with the new address', async () => {
    await browser.signIn(provider);
    const before = await memberOf(browser);
    Object.assign(provider.person, { email: 'mira.novak@example.com' });
    await new TestBrowser(app).signIn(provider);
    expect(await memberOf(browser)).toEqual({ ...before, email: 'mira.novak@example.com' });
    expect(await count('users')).toBe(1);
  });

  test('another person with the same address is another member', async () => {
    await browser.signIn(provider);
    const stranger = new TestBrowser(app);
    Object.assign(provider.person, { sub: '109' });
    await stranger.signIn(provider);
    expect((await memberOf(stranger)).id).not.toBe((await memberOf(browser)).id);
    expect(await count('users')).toBe(2);
  });

  test('two tabs of one browser can both sign in', async () => {
    const [first, second] = [await browser.beginSignIn('/terms'), await browser.beginSignIn('/privacy')];
    expect((await browser.get(provider.authorize(second))).headers.location).toBe('/privacy');
    expect((await browser.get(provider.authorize(first))).headers.location).toBe('/terms');
  });

  test('fifty at once make one member', async () => {
    const browsers = Array.from({ length: 50 }, () => new TestBrowser(app));
    const callbacks: string[] = [];
    for (const one of browsers) callbacks.push(provider.authorize(await one.beginSignIn()));
    const responses = await Promise.all(browsers.map((one, index) => one.get(callbacks[index] ?? '')));
    expect(new Set(responses.map((response) => response.headers.location))).toEqual(new Set(['/']));
    expect([await count('users'), await count('sessions')]).toEqual([1, 50]);
  });
});

describe('What the provider says of a person', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['no names', { given_name: undefined, family_name: undefined }, { firstName: null, lastName: null }],
    ['one name only', { given_name: undefined, name: 'Mira N' }, { firstName: 'Mira N' }],
    ['a name with NUL and line breaks', { given_name: 'Mi\u0000ra\r\nX' }, { firstName: 'Mi ra X' }],
    ['half a character', { given_name: 'Mira\ud83d' }, { firstName: 'Mira\ufffd' }],
    ['a name that is no text', { given_name: { first: 'Mira' } }, { firstName: null }],
    ['a name with markup', { given_name: '"><script>' }, { firstName: '"><script>' }],
    ['a picture over http', { picture: 'http://lh3.googleusercontent.com/a' }, { profileImageUrl: null }],
    ['a picture elsewhere', { picture: 'https://pictures.example.com/a.png' }, { profileImageUrl: null }],
    [
      'a picture on a lookalike',
      { picture: 'https://lh3.googleusercontent.com.evil.example/a' },
      { profileImageUrl: null },
    ],
    [
      'a picture on a neighbour',
      { picture: 'https://lh4.googleusercontent.com/a' },
      { profileImageUrl: null },
    ],
    [
      'a picture with a password',
      { picture: 'https://lh3.googleusercontent.com:x@evil.example/a' },
      { profileImageUrl: null },
    ],
    [
      'a picture with markup',
      { picture: 'https://lh3.googleusercontent.com/"><script>' },
      { profileImageUrl: 'https://lh3.googleusercontent.com/%22%3E%3Cscript%3E' },
    ],
    ['a picture that is a script', { picture: 'javascript:alert(1)' }, { profileImageUrl: null }],
    ['a picture that is data', { picture: 'data:image/svg+xml,<svg/>' }, { profileImageUrl: null }],
  ])('%s', async (_name, claims, expected) => {
    provider.misbehavior = { claims };
    await browser.signIn(provider);
    expect(await memberOf(browser)).toMatchObject(expected);
  });
});

describe('Unsolicited callbacks', () => {
  const CALLBACK = '/api/auth/google/callback';
  const tokenCalls = () => provider.calls.filter((path) => path === '/token');

  test.each(['', '?code=abc', '?code=abc&state=', '?code=abc&state=made-up', '?state=a&state=b&code=c'])(
    'without a state of ours: %s',
    async (query) => {
      await browser.beginSignIn();
      await expectRefused(await browser.get(`${CALLBACK}${query}`));
      expect(tokenCalls()).toEqual([]);
    },
  );

  test('with the state of another browser, whose sign-in is not affected', async () => {
    const victim = new TestBrowser(app);
    await victim.beginSignIn();
    const callback = provider.authorize(await browser.beginSignIn());
    await victim.get(callback);
    expect(victim.cookies.has('session')).toBe(false);
    const stranger = new TestBrowser(app);
    await stranger.get(callback);
    expect(stranger.cookies.has('session')).toBe(false);
    expect(tokenCalls()).toEqual([]);
    expect((await browser.get(callback)).headers.location).toBe('/');
  });

  test('with an expired state', async () => {
    const callback = provider.authorize(await browser.beginSignIn());
    await sql`update sign_in_attempts set expires_at = now() - interval '1 second'`.execute(app.database.db);
    await expectRefused(await browser.get(callback));
    expect(tokenCalls()).toEqual([]);
  });

  test('an attempt lives ten minutes, and so does its cookie', async () => {
    const response = await browser.get('/api/auth/google');
    expect(response.headers['set-cookie']).toMatch(
      /^sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from expires_at - now())::float8 as seconds from sign_in_attempts`.execute(
      app.database.db,
    );
    expect(rows[0]?.seconds).toBeGreaterThan(590);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(600);
  });

  test('a second time: refused, and the first session stays', async () => {
    const callback = provider.authorize(await browser.beginSignIn());
    await browser.get(callback);
    const session = browser.cookies.get('session');
    const again = await browser.get(callback);
    expect(again.headers.location).toMatch(/^\/login\?error=google&id=/);
    expect(browser.cookies.get('session')).toBe(session);
    expect(await memberOf(browser)).toMatchObject({ firstName: 'Mira' });
    expect(tokenCalls()).toHaveLength(1);
  });

  test('twice at the same time: one of them signs in', async () => {
    const callback = provider.authorize(await browser.beginSignIn());
    const responses = await Promise.all([
      browser.get(callback),
      browser.get(callback),
      browser.get(callback),
    ]);
    expect(responses.filter((response) => response.headers.location === '/')).toHaveLength(1);
    expect(await count('sessions')).toBe(1);
  });

  test('that the person canceled: neither a failure nor a reference is shown', async () => {
    const state = new URL(await browser.beginSignIn('/search?q=a')).searchParams.get('state') ?? '';
    const response = await browser.get(`${CALLBACK}?error=access_denied&state=${state}`);
    expect(response.headers.location).toBe('/login?error=canceled&returnUrl=%2Fsearch%3Fq%3Da');
    expect(await count('sessions')).toBe(0);
    // Said of somebody else's sign-in it is a failure like any other.
    await expectRefused(await browser.get(`${CALLBACK}?error=access_denied&state=${state}`));
    const { payload } = await browser.get(String(response.headers.location));
    expect(payload).toContain('Sign-in canceled.');
    expect(payload).not.toMatch(/Google login failed|Reference:/);
  });

  test.each(['consent_required', '<script>alert(1)</script>', 'server_error'])(
    'with error=%s',
    async (error) => {
      const state = new URL(await browser.beginSignIn('/search?q=a')).searchParams.get('state') ?? '';
      const response = await browser.get(
        `${CALLBACK}?${new URLSearchParams({ error, error_description: error, state })}`,
      );
      await expectRefused(response);
      const location = new URL(String(response.headers.location), 'http://localhost');
      expect(location.searchParams.get('returnUrl')).toBe('/search?q=a');
      expect(location.href + log).not.toMatch(/script|alert/);
      await expectRefused(await browser.get(`${CALLBACK}?code=abc&state=${state}`));
    },
  );

  test('HEAD requests have no effect', async () => {
    const callback = provider.authorize(await browser.beginSignIn());
    expect((await browser.call('HEAD', callback)).statusCode).toBe(404);
    expect((await browser.call('HEAD', '/api/auth/google')).statusCode).toBe(404);
    expect((await browser.get(callback)).headers.location).toBe('/');
  });
});

describe('Tokens that must not be believed', () => {
  const now = Math.floor(Date.now() / 1000);
  const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }));

  test.each<[string, Misbehavior]>([
    ['another nonce', { claims: { nonce: 'other' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['for another client', { claims: { aud: 'somebody-else' } }],
    ['for several clients', { claims: { aud: ['the-app', 'somebody-else'] } }],
    ['for several, by another', { claims: { aud: ['the-app', 'x'], azp: 'x' } }],
    ['of another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['expired', { claims: { iat: now - 7200, exp: now - 3600 } }],
    ['without an end', { claims: { exp: undefined } }],
    ['not valid yet', { claims: { nbf: now + 3600 } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with an empty subject', { claims: { sub: '' } }],
    ['unsigned', { header: { alg: 'none' }, signature: () => '' }],
    ['unsigned, in capitals', { header: { alg: 'None' }, signature: () => '' }],
    [
      'HS256 with the public key',
      { header: { alg: 'HS256' }, signature: (text, key) => hmac(text, pem(key)) },
    ],
    [
      'HS256 with the client secret',
      { header: { alg: 'HS256' }, signature: (text) => hmac(text, provider.settings.clientSecret) },
    ],
    ['another key id', { header: { kid: 'k2' } }],
    ["another's signature", { signature: signedWithWrongKey }],
    [
      'a key brought along',
      { header: { jwk: { kty: 'RSA' }, jku: 'http://127.0.0.1:1/jwks' }, signature: signedWithWrongKey },
    ],
    ['no signature', { signature: () => '' }],
    ['changed afterwards', { tamper: (token) => token.replace(/\.(.{20})./, '.$1A') }],
    ['an unknown critical header', { header: { crit: ['b64'], b64: false } }],
    ['not a token', { tamper: () => 'abc' }],
    ['none at all', { isMissing: true }],
    ['an unverified address', { claims: { email_verified: false } }],
    ['a "true" address', { claims: { email_verified: 'true' } }],
    ['an address without a statement about it', { claims: { email_verified: undefined } }],
    ['no address', { claims: { email: undefined } }],
    ['an address that is none', { claims: { email: 'mira' } }],
  ])('%s', async (_name, fault) => {
    provider.misbehavior = fault;
    await expectRefused(await browser.signIn(provider));
    expect(await count('users')).toBe(0);
    provider.misbehavior = {};
    expect((await browser.signIn(provider)).headers.location).toBe('/');
  });

  test('keys the provider has replaced are fetched again, at most once a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await browser.signIn(provider);
      provider.replaceKeys();
      expect((await browser.signIn(provider)).headers.location).toMatch(/^\/login\?error=google/);
      vi.setSystemTime(Date.now() + 61_000);
      expect((await browser.signIn(provider)).headers.location).toBe('/');
    } finally {
      vi.useRealTimers();
    }
  });

  test('keys come from where discovery says', async () => {
    await browser.signIn(provider);
    const known = ['/.well-known/openid-configuration', '/jwks', '/token'];
    expect(provider.calls.filter((path) => !known.includes(path))).toEqual([]);
    expect(provider.calls).toContain('/token');
  });
});
