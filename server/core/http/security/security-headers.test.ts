import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), clipboard-write=(self)',
};
const PUBLIC = 'public, max-age=0, must-revalidate';
const SESSION = { headers: { cookie: 'theme=dark; session=abc' } };

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({
    extend(server) {
      server.get('/probe/fault', { config: { access: 'public' } }, () => {
        throw new Error('secret detail');
      });
    },
  });
});
afterAll(() => app.close());

function expectSecurityHeaders(response: LightMyRequestResponse): void {
  expect(response.headers).toMatchObject(HEADERS);
  expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers['x-powered-by']).toBeUndefined();
  expect(response.headers['server']).toBeUndefined();
}

describe('security headers are on', () => {
  test.each([
    ['a page', '/', 200],
    ['a 404 page', '/no-such-page', 404],
    ['an API response', '/api/categories', 200],
    ['an API 400', '/api/categories/fitness?sort=nix', 400],
    ['an API 401', '/api/auth/user', 401],
    ['an API 404', '/api/nix', 404],
    ['a 500', '/probe/fault', 500],
    ['a redirect of the API', '/api/login', 302],
    ['a redirect of the router', '/category/fitness/', 302],
    ['a missing file', '/assets/nix.js', 404],
    ['robots.txt', '/robots.txt', 200],
    ['sitemap.xml', '/sitemap.xml', 200],
    ['openapi.json', '/openapi.json', 200],
  ])('%s', async (_name, url, status) => {
    // Twice: the second may come from the cache.
    for (const response of [await app.get(url), await app.get(url)]) {
      expect(response.statusCode).toBe(status);
      expectSecurityHeaders(response);
    }
  });

  test('a 304', async () => {
    const { headers } = await app.get('/api/categories');
    const response = await app.get('/api/categories', {
      headers: { 'if-none-match': String(headers['etag']) },
    });
    expect(response.statusCode).toBe(304);
    expect(response.payload).toBe('');
    expectSecurityHeaders(response);
  });

  test('members’ pages may load Google’s pictures, and nothing else may load anything foreign', async () => {
    const member = await createMember(app);
    const policyOf = (response: LightMyRequestResponse) =>
      String(response.headers['content-security-policy']);
    const strict = HEADERS['content-security-policy'];
    const forMembers = strict.replace(
      "img-src 'self' data:",
      "img-src 'self' data: https://lh3.googleusercontent.com",
    );
    for (const url of ['/', '/category/fitness', '/no-such-page']) {
      expect([url, policyOf(await member.get(url))]).toEqual([url, forMembers]);
      expect([url, policyOf(await app.get(url))]).toEqual([url, strict]);
    }
    expect(policyOf(await member.get('/api/auth/user'))).toBe(strict);
    expect(policyOf(await app.get('/', SESSION))).toBe(strict);
  });

  test('a file, a part of a file and a part beyond its end', async () => {
    const page = await app.get('/');
    const file = /src="(\/assets\/[^"]+\.js)"/.exec(page.payload)?.[1] ?? '';
    const whole = await app.get(file);
    const part = await app.get(file, { headers: { range: 'bytes=0-9' } });
    const beyond = await app.get(file, { headers: { range: 'bytes=999999999-' } });
    expect([whole.statusCode, part.statusCode, beyond.statusCode]).toEqual([200, 206, 416]);
    expect(whole.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const response of [whole, part, beyond]) expectSecurityHeaders(response);
  });

  test('a refused method, a refused body and a body too large', async () => {
    const trace = await app.server.inject({ method: 'TRACE', url: '/' });
    const form = await app.server.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' },
      payload: 'a=b',
    });
    const large = await app.server.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { origin: 'http://localhost:3000' },
      payload: { a: 'x'.repeat(100_001) },
    });
    expect([trace.statusCode, form.statusCode, large.statusCode]).toEqual([404, 415, 413]);
    for (const response of [trace, form, large]) {
      expectSecurityHeaders(response);
      expect(response.headers['content-type']).toBe('application/problem+json');
      expect(response.json().message).not.toBe('');
    }
  });
});

test('a server error discloses no details', async () => {
  const response = await app.get('/probe/fault');
  expect(response.payload).not.toContain('secret');
  expect(response.json()).toEqual({
    title: 'Internal Server Error',
    status: 500,
    detail: 'Something went wrong on our side.',
    message: 'Something went wrong on our side.',
  });
});

describe('caching headers', () => {
  test.each(['/', '/api/categories', '/robots.txt', '/sitemap.xml', '/openapi.json'])(
    '%s may be stored by any cache, which must revalidate it',
    async (url) => {
      app.cache.clear();
      const filled = await app.get(url);
      const cached = await app.get(url);
      for (const response of [filled, cached]) {
        expect(response.headers['cache-control']).toBe(PUBLIC);
        expect(response.headers['vary']).toBe('accept-encoding, cookie');
        expect(response.headers['etag']).toMatch(/^W\/"[\w-]{22}"$/);
      }
      expect(cached.payload).toBe(filled.payload);
      expect(cached.headers['etag']).toBe(filled.headers['etag']);
      expect(cached.headers['x-request-id']).not.toBe(filled.headers['x-request-id']);
    },
  );

  test.each([
    ['/api/auth/check', 200],
    ['/api/auth/user', 401],
    ['/api/nix', 404],
    ['/api/categories/nix', 404],
    ['/api/categories/fitness?cursor=x', 400],
    ['/no-such-page', 404],
    ['/api/logout', 302],
    ['/healthz', 200],
    ['/probe/fault', 500],
  ])('%s must not be stored', async (url, status) => {
    const response = await app.get(url);
    expect(response.statusCode).toBe(status);
    expect(response.headers['cache-control']).toMatch(/no-store/);
    expect(response.headers['etag']).toBeUndefined();
  });

  test.each(['/', '/api/categories'])(
    '%s for a member: neither served from nor put in the cache',
    async (url) => {
      const member = await createMember(app);
      app.cache.clear();
      const mine = await member.get(url);
      expect(mine.statusCode).toBe(200);
      expect(mine.headers['cache-control']).toBe('private, no-store');
      expect(app.cache.bytes).toBe(0);
      await app.get(url);
      expect(app.cache.bytes).toBeGreaterThan(0);
      const again = await member.get(url, { headers: { 'if-none-match': '*' } });
      expect(again.statusCode).toBe(200);
      expect(again.headers['cache-control']).toBe('private, no-store');
    },
  );

  test('a page in another theme is another response', async () => {
    const light = await app.get('/', { headers: { cookie: 'theme=light' } });
    const dark = await app.get('/', { headers: { cookie: '__Host-theme=dark' } });
    expect(light.payload).toContain('data-theme="light"');
    expect(dark.payload).toContain('data-theme="dark"');
    expect((await app.get('/')).payload).not.toContain('data-theme="');
    expect(light.headers['etag']).not.toBe(dark.headers['etag']);
  });
});

describe('cached responses', () => {
  test.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
  ])('accept-encoding: %s', async (accepted, encoding) => {
    app.cache.clear();
    const headers = { 'accept-encoding': accepted };
    const filled = await app.get('/api/categories/fitness', { headers });
    const cached = await app.get('/api/categories/fitness', { headers });
    for (const response of [filled, cached]) {
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
    }
    expect(cached.rawPayload.equals(filled.rawPayload)).toBe(true);
  });

  test('HEAD returns the headers of GET, without the body', async () => {
    app.cache.clear();
    const filled = await app.server.inject({ method: 'HEAD', url: '/api/categories' });
    const cached = await app.server.inject({ method: 'HEAD', url: '/api/categories' });
    const got = await app.get('/api/categories');
    for (const response of [filled, cached]) {
      expect(response.statusCode).toBe(200);
      expect(response.payload).toBe('');
      for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'vary']) {
        expect(response.headers[name]).toBe(got.headers[name]);
      }
    }
  });

  test('If-None-Match as a list, without W/, or *', async () => {
    const etag = String((await app.get('/api/categories')).headers['etag']);
    for (const asked of [etag, `"x", ${etag}`, etag.slice(2), '*']) {
      const response = await app.get('/api/categories', { headers: { 'if-none-match': asked } });
      expect([asked, response.statusCode]).toEqual([asked, 304]);
    }
    const other = await app.get('/api/categories', { headers: { 'if-none-match': '"x"' } });
    expect(other.statusCode).toBe(200);
  });
});
