import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser } from '#server/testing/browser.ts';
import { startTestProvider, type TestProvider } from '#server/testing/google-provider.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

let app: TestApp;
let provider: TestProvider;

beforeAll(async () => {
  provider = await startTestProvider();
  app = await createTestApp({ template: 'empty', settings: { google: provider.settings } });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const isSignedIn = async (member: TestMember) => (await member.get('/api/auth/check')).json().authenticated;

describe('Who is signed in', () => {
  test('visitors are not authenticated', async () => {
    const response = await app.get('/api/auth/user');
    expect([response.statusCode, response.json().message]).toEqual([401, 'Unauthorized']);
    expect((await app.get('/api/auth/check')).json()).toMatchObject({
      authenticated: false,
      signInConfigured: true,
    });
  });

  test('members get their profile, which no cache keeps', async () => {
    const member = await createMember(app, { tier: 'pro', firstName: null, lastName: null });
    const response = await member.get('/api/auth/user');
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.json()).toEqual({
      id: member.id,
      subscriptionTier: 'pro',
      role: 'member',
      firstName: null,
      lastName: null,
      email: member.email,
      profileImageUrl: null,
    });
  });

  test.each(['?userId=', '?id=', '?memberId='])('and never another member: %s', async (query) => {
    const [ada, grace] = [await createMember(app), await createMember(app)];
    expect((await ada.get(`/api/auth/user${query}${grace.id}`)).json().id).toBe(ada.id);
  });
});

/** None of these may lead anywhere but to a page of ours. */
const EVIL = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  'https://evil.example',
  'https:evil.example',
  'http://localhost:3000@evil.example',
  'javascript:alert(1)',
  'data:text/html,<script>',
  ' //evil.example',
  '/x\\..\\\\evil.example',
  '/./%2e%2e//evil.example',
  '@evil.example',
  'evil.example',
  '',
  `/${'a'.repeat(10_240)}`,
  '/api/logout',
  '/api/auth/google',
];

/** Odd, but paths of ours. */
const ODD = [
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/@evil.example',
  '/?next=//evil.example',
  '/#//evil.example',
];

describe('After signing in the browser is on our host', () => {
  const resolve = (location: unknown) => new URL(String(location), 'http://localhost:3000').href;

  test.each(EVIL)('%j leads to /', async (candidate) => {
    expect((await new TestBrowser(app).signIn(provider, candidate)).headers.location).toBe('/');
    const member = await createMember(app);
    const skipped = await member.get(`/login?returnUrl=${encodeURIComponent(candidate)}`);
    expect([skipped.statusCode, skipped.headers.location]).toEqual([302, '/']);
  });

  test.each(['/api/logout', '/%61pi/logout', '/ap%69/logout?x=1'])(
    '%j, a call and no page, leads to /',
    async (candidate) => {
      const member = await createMember(app);
      const skipped = await member.get(`/login?returnUrl=${encodeURIComponent(candidate)}`);
      expect([skipped.statusCode, skipped.headers.location]).toEqual([302, '/']);
    },
  );

  test.each(ODD)('%j is a page of ours', async (candidate) => {
    const { location } = (await new TestBrowser(app).signIn(provider, candidate)).headers;
    expect(resolve(location)).toBe(`http://localhost:3000${candidate}`);
  });

  test.each([
    'returnUrl=/terms&returnUrl=//evil.example',
    'returnUrl[]=//evil.example',
    'returnUrl[a]=/terms',
    'returnurl=/terms',
  ])('?%s is ignored', async (query) => {
    const browser = new TestBrowser(app);
    const { location } = (await browser.get(`/api/auth/google?${query}`)).headers;
    expect((await browser.get(provider.authorize(String(location)))).headers.location).toBe('/');
  });
});

describe('Redirects to the sign-in page', () => {
  test.each([
    ['/api/login', '/login'],
    ['/api/login?returnUrl=%2Fsearch%3Fq%3Da', '/login?returnUrl=%2Fsearch%3Fq%3Da'],
    ['/api/login?returnUrl=//evil.example', '/login'],
    ['/api/login?error=%3Cscript%3E', '/login'],
  ])('%s leads to %s', async (url, location) => {
    const response = await app.get(url);
    expect([response.statusCode, response.headers.location]).toEqual([302, location]);
  });

  test.each([
    ['/login', '/'],
    ['/login/', '/'],
    ['/login?error=google&id=1', '/'],
    ['/login?returnUrl=%2Ffavorites', '/favorites'],
    ['/login?returnUrl=%2Fsubscribe%3Ftrial%3D1', '/subscribe?trial=1'],
  ])('a member on %s is redirected to %s', async (url, location) => {
    const response = await (await createMember(app)).get(url);
    expect([response.statusCode, response.headers.location]).toEqual([302, location]);
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect((await app.get(url)).headers.location).not.toBe(location);
  });

  test.each(['/loginx', '/login-help', '/Login2'])('%s is not redirected', async (url) => {
    expect((await (await createMember(app)).get(url)).headers.location).toBeUndefined();
  });

  test('the page shows known texts only', async () => {
    for (const error of ['access_denied', '<script>alert(1)</script>', 'constructor', '__proto__']) {
      const { payload } = await app.get(`/login?error=${encodeURIComponent(error)}`);
      expect(payload).toContain('Authentication failed. Please try again.');
      expect(payload).not.toContain('<script>alert');
    }
  });

  test('a failed sign-in returns the id of its log line, and the page shows it', async () => {
    const lines: string[] = [];
    const broken = await createTestApp({
      template: 'empty',
      settings: { google: provider.settings, logLevel: 'warn' },
      dependencies: { logStream: { write: (line) => lines.push(line) } },
    });
    const failed = await broken.get('/api/auth/google/callback?code=a&state=made-up');
    const id = new URL(String(failed.headers.location), 'http://localhost').searchParams.get('id') ?? '';
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ reqId: id, msg: 'sign-in failed' }]);
    const { payload } = await broken.get(String(failed.headers.location));
    expect(payload.replaceAll('<!-- -->', '')).toContain(`>Reference: ${id}</p>`);
    await broken.close();
  });

  test.each(['Call 555-1234', '<b>x</b>', 'a'.repeat(36), `${'0'.repeat(8)}-0000-0000-0000-00000000000g`])(
    'a reference that is none of ours is not shown: %s',
    async (id) => {
      const response = await app.get(`/login?error=google&id=${encodeURIComponent(id)}`);
      expect([response.statusCode, response.headers.location]).toEqual([302, '/login?error=google']);
      const { payload } = await app.get('/login?error=google');
      expect(payload).toContain('Google login failed. Please try again.');
      expect(payload).not.toContain('Reference:');
    },
  );

  test('by another name of this machine, the sign-in begins at the public one', async () => {
    const response = await app.get('/api/auth/google?returnUrl=%2Fterms', {
      headers: { host: '127.0.0.1:3000' },
    });
    expect(response.headers.location).toBe('http://localhost:3000/api/auth/google?returnUrl=%2Fterms');
    for (const host of ['evil.example', '127.0.0.1:4000', 'localhost:3000']) {
      const other = await app.get('/api/auth/google', { headers: { host } });
      expect(other.headers.location).toMatch(provider.settings.issuer);
    }
  });
});

describe('Signing out', () => {
  /** Exactly these headers, none of a test's own. */
  const signOut = (member: TestMember, headers: Record<string, string>) =>
    app.get('/api/logout', { headers: { cookie: member.cookie, ...headers } });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { referer: 'http://localhost:3000/terms' },
  ])('by a link of ours or by hand: %o', async (headers) => {
    const member = await createMember(app);
    const response = await signOut(member, headers);
    expect([response.statusCode, response.headers.location]).toEqual([302, '/']);
    expect(response.headers['set-cookie']).toBe('session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
    expect(await isSignedIn(member)).toBe(false);
  });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-site': 'same-site' },
    {},
    { referer: 'https://evil.example/' },
    { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
  ])('asked first when another site sent the browser: %o', async (headers) => {
    const member = await createMember(app);
    const response = await signOut(member, headers);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.payload).toContain('<a href="/api/logout">Sign Out</a>');
    expect(await isSignedIn(member)).toBe(true);
  });

  test('by POST, with a redirect that is a GET', async () => {
    const member = await createMember(app);
    const response = await member.post('/api/logout');
    expect([response.statusCode, response.headers.location]).toEqual([303, '/']);
    expect(await isSignedIn(member)).toBe(false);
    expect((await member.post('/api/logout')).statusCode).toBe(303);
  });

  test('a HEAD request does not sign out', async () => {
    const member = await createMember(app);
    await app.server.inject({
      method: 'HEAD',
      url: '/api/logout',
      headers: { cookie: member.cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(await isSignedIn(member)).toBe(true);
  });

  test('visitors are redirected to the home page', async () => {
    const response = await app.get('/api/logout');
    expect([response.statusCode, response.headers.location, response.headers['set-cookie']]).toEqual([
      302,
      '/',
      undefined,
    ]);
  });
});
