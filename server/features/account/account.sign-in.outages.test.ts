import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterEach, expect, inject, test } from 'vitest';
import { TestBrowser } from '#server/testing/browser.ts';
import { type Outage, startTestProvider, type TestProvider } from '#server/testing/google-provider.ts';
import { createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { runAsAdmin } from '#server/testing/test-postgres.ts';
import { SIGN_IN_TIMEOUTS } from './account.google.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** For a provider that is silent: the timeouts themselves are too long for tests; these keep their proportion. */
const SHORT = { call: 1500, step: 3400 };

async function start(
  timeouts = SIGN_IN_TIMEOUTS,
): Promise<{ app: TestApp; provider: TestProvider; browser: TestBrowser }> {
  const provider = await startTestProvider();
  closers.push(() => provider.close());
  const app = await createTestApp({
    template: 'empty',
    settings: { google: { ...provider.settings, timeouts } },
  });
  closers.push(() => app.close());
  return { app, provider, browser: new TestBrowser(app) };
}

async function countSessions({ database }: TestApp): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from sessions`.execute(database.db);
  return rows[0]?.n ?? -1;
}

/** @returns what brings it back */
async function takeDatabaseAway(app: TestApp): Promise<() => Promise<void>> {
  const { database } = app.database.connection as { database: string };
  const server = inject('testServer');
  await runAsAdmin(server, `alter database ${database} with allow_connections false`);
  await runAsAdmin(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
  );
  return () => runAsAdmin(server, `alter database ${database} with allow_connections true`);
}

/** What a browser sends when it goes somewhere. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const call = (app: TestApp, method: 'GET' | 'POST', url: string, cookie: string, accept: string) =>
  app.server.inject({
    method,
    url,
    headers: { cookie, accept, origin: app.settings.publicUrl, 'sec-fetch-site': 'same-origin' },
  });

function expectErrorPage(response: LightMyRequestResponse, status: number, words: RegExp): void {
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    status,
    'text/html; charset=utf-8',
  ]);
  expect(String(response.headers['retry-after'])).toMatch(/^[1-9]\d?$/);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.payload).toMatch(/^<!doctype html>/);
  expect(response.payload).toMatch(words);
}

const FAILED = /^\/login\?error=google&id=[\w-]{36}(?:&returnUrl=%2Fterms)?$/;

test.each<[string, Outage]>([
  ['fails', { discovery: 'fails' }],
  ['fails', { token: 'fails' }],
  ['fails', { jwks: 'fails' }],
  ['ends the connection', { discovery: 'ends' }],
  ['ends the connection', { token: 'ends' }],
  ['ends the connection', { jwks: 'ends' }],
  ['is silent', { discovery: 'hangs' }],
  ['is silent', { token: 'hangs' }],
  ['is silent', { jwks: 'hangs' }],
])(
  'the provider %s at %o: an error page within ten seconds, no session, and trying again works',
  async (endpoint, trouble) => {
    const { app, provider, browser } = await start(endpoint === 'is silent' ? SHORT : undefined);
    provider.outage = trouble;
    const startedAt = performance.now();
    const location = await browser.beginSignIn('/terms');
    const end = trouble.discovery
      ? location
      : (await browser.get(provider.authorize(location))).headers.location;
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(SIGN_IN_TIMEOUTS.step).toBeLessThan(10_000);
    expect(end).toMatch(FAILED);
    expect(end).toContain('returnUrl=%2Fterms');
    expect(await countSessions(app)).toBe(0);
    expect((await browser.get('/api/categories')).statusCode).toBe(200);
    provider.outage = {};
    expect((await browser.signIn(provider, '/terms')).headers.location).toBe('/terms');
  },
);

test('discovery is asked for once, by the first of many, and again after a failure', async () => {
  const { app, provider } = await start();
  provider.outage = { discovery: 'fails' };
  await Promise.all(Array.from({ length: 5 }, () => new TestBrowser(app).beginSignIn()));
  const askedInVain = provider.calls.length;
  expect(askedInVain).toBeLessThanOrEqual(5);
  provider.outage = {};
  await Promise.all(Array.from({ length: 5 }, () => new TestBrowser(app).beginSignIn()));
  await new TestBrowser(app).beginSignIn();
  expect(provider.calls).toHaveLength(askedInVain + 1);
});

test('an app whose provider is away starts, and serves everything else', async () => {
  const { app, provider } = await start();
  await provider.close();
  closers.splice(0, 1);
  for (const url of ['/', '/login', '/api/categories', '/readyz'])
    expect((await app.get(url)).statusCode).toBe(200);
  expect((await app.get('/api/auth/google')).headers.location).toMatch(FAILED);
});

test('the database goes away during the callback: an error page, no half session, and trying again works', async () => {
  const { app, provider, browser } = await start();
  await browser.signIn(provider);
  const callback = provider.authorize(await browser.beginSignIn());
  const bringBack = await takeDatabaseAway(app);
  const startedAt = performance.now();
  const response = await browser.get(callback);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(response.headers.location).toMatch(FAILED);
  expect(response.cookies.map(({ name }) => name)).not.toContain('session');
  expect((await browser.get('/api/auth/user')).statusCode).toBeGreaterThanOrEqual(500);
  await bringBack();
  // The previous session, which continues.
  expect(await countSessions(app)).toBe(1);
  expect((await browser.get('/api/auth/user')).statusCode).toBe(200);
  expect((await browser.signIn(provider)).headers.location).toBe('/');
});

test('when the database fails at the last step, neither member nor session is stored', async () => {
  const { app, provider, browser } = await start();
  await sql`alter table sessions add constraint refuse check (false) not valid`.execute(app.database.db);
  expect((await browser.signIn(provider, '/terms')).headers.location).toMatch(FAILED);
  const { rows } = await sql`select from users`.execute(app.database.db);
  expect([rows.length, await countSessions(app)]).toEqual([0, 0]);
  await sql`alter table sessions drop constraint refuse`.execute(app.database.db);
  expect((await browser.signIn(provider)).headers.location).toBe('/');
});

test('without credentials signing in is unavailable, and everything else works', async () => {
  const app = await createTestApp({ template: 'empty' });
  closers.push(() => app.close());
  for (const url of ['/api/auth/google', '/api/auth/google/callback?code=a&state=b']) {
    const response = await app.get(url);
    expect([response.statusCode, response.headers.location]).toEqual([
      302,
      '/login?error=google_not_configured',
    ]);
  }
  const kept = await app.get('/api/auth/google?returnUrl=%2Fterms&t=1795256956');
  expect(kept.headers.location).toBe('/login?error=google_not_configured&returnUrl=%2Fterms');
  expect((await app.get('/api/auth/check')).json()).toEqual({
    authenticated: false,
    signInConfigured: false,
    isSignInRecent: false,
    isSandbox: false,
  });
  for (const url of ['/', '/login?error=google_not_configured', '/api/categories', '/search']) {
    expect([url, (await app.get(url)).statusCode]).toEqual([url, 200]);
  }
});

test('starting over and over is limited by address, with the seconds to wait', async () => {
  const provider = await startTestProvider();
  closers.push(() => provider.close());
  const app = await createTestApp({
    template: 'empty',
    settings: { google: provider.settings, signInRateLimit: 3 },
  });
  closers.push(() => app.close());
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 5; attempt++) statuses.push((await app.get('/api/auth/google')).statusCode);
  expect(statuses).toEqual([302, 302, 302, 429, 429]);
  const refused = await app.get('/api/auth/google');
  expect(String(refused.headers['retry-after'])).toMatch(/^[1-9]\d?$/);
  expect(refused.headers['content-type']).toBe('application/problem+json');
  for (const url of ['/api/auth/google', '/api/auth/google/callback?code=a&state=b']) {
    for (let attempt = 0; attempt < 4; attempt++) await app.get(url);
    const page = await app.get(url, { headers: { accept: BROWSER } });
    expectErrorPage(page, 429, /You can try again in \d+ seconds?\./);
    // A step of signing in is not repeated by itself, and all pages are still open.
    expect(page.payload).not.toContain(' data-reload');
    expect(page.payload).toContain('>Home<');
  }
});

test('while the database is away, signing in and out show browsers a page, and programs a problem document', async () => {
  const { app } = await start();
  const member = await createMember(app);
  const bringBack = await takeDatabaseAway(app);
  for (const method of ['GET', 'POST'] as const) {
    const out = await call(app, method, '/api/logout', member.cookie, BROWSER);
    expectErrorPage(out, 503, /You can try again in 2 seconds\./);
    expect(out.headers['set-cookie']).toBeUndefined();
    const data = await call(app, method, '/api/logout', member.cookie, 'application/json, */*');
    expect([data.statusCode, data.headers['content-type']]).toEqual([503, 'application/problem+json']);
  }
  expectErrorPage(await call(app, 'GET', '/api/login', member.cookie, BROWSER), 503, /try again in 2 sec/);
  app.readiness.state = 'starting';
  app.readiness.reason = 'The library opens in a moment.';
  expectErrorPage(
    await call(app, 'GET', '/api/auth/google', '', BROWSER),
    503,
    /library opens in a moment\./,
  );
  app.readiness.state = 'ready';
  await bringBack();
  // The session is either complete or gone.
  expect((await member.get('/api/auth/check')).json().authenticated).toBe(true);
});
