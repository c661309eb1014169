import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPing } from '#server/core/database/ping.ts';
import { openPool } from '#server/core/database/pool.ts';
import { request, sendRaw } from '#server/testing/raw-http.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await createTestApp();
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(url).port);
});
afterAll(() => app.close());

type PageResponse = Pick<LightMyRequestResponse, 'statusCode' | 'payload' | 'headers'>;

/** Over a real connection: inject tidies addresses before it sends them. */
async function getRaw(url: string): Promise<PageResponse> {
  const [response] = await sendRaw(port, request(url));
  return {
    statusCode: response?.status ?? 0,
    headers: response?.headers ?? {},
    payload: response?.body ?? '',
  };
}

function expectPage(response: PageResponse, status: number): void {
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(response.payload).toMatch(/^<!doctype html><html lang="en"/i);
  expect(response.payload).toMatch(/<h1[ >]/);
}

function expectProblem(response: PageResponse, status: number): void {
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(JSON.parse(response.payload)).toMatchObject({ status, message: expect.stringMatching(/\S/) });
}

describe('an unknown address', () => {
  test.each([
    '/nix',
    '/category',
    '/category/fitness/running-endurance/more',
    '/.env',
    '/.git/config',
    '/wp-login.php',
    '/index.html',
    '/Category/fitness',
    '//evil.example',
    '//evil.example/..',
    '/category//fitness',
    '/category/../search',
    '/%2e%2e/search',
    '/./search',
    '/category/a%2fb',
    '/category/a%5cb',
    '/category/a%00b',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/server/app.ts',
    '/package.json',
    '/metrics',
  ])('%s: a 404 page', async (url) => {
    const response = await getRaw(url);
    expectPage(response, 404);
    expect(response.payload.match(/<title>[^<]*<\/title>/g)).toHaveLength(1);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['location']).toBeUndefined();
  });

  test.each([
    '/api',
    '/api/',
    '/api/nix',
    '/api/categories/',
    '/api/./categories',
    '/api//categories',
    '//api/categories',
    '/API/categories',
    '/Api/auth/user',
    '/api/categories/fitness/topics/nix',
    '/api/..%2fcategories',
    '/assets',
    '/assets/',
    '/assets/nix.js',
    '/assets/..%2f.vite%2fmanifest.json',
    '/assets/%2e%2e/.vite/manifest.json',
    '/assets/..\\.vite\\manifest.json',
    '/assets/.hidden',
    '/assets/%2e%2e%2f%2e%2e%2fserver%2fentry-server.js',
    '/assets/....//....//etc/passwd',
  ])('%s: a 404 problem', async (url) => {
    expectProblem(await getRaw(url), 404);
  });

  test('an address that cannot be decoded is a 400, as a page or as a problem document', async () => {
    for (const url of ['/api/categories/%zz', '/assets/%c0%ae']) expectProblem(await getRaw(url), 400);
    for (const url of ['/%', '/category/%c0%ae']) {
      const response = await getRaw(url);
      expectPage(response, 400);
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
      expect(response.headers['x-request-id']).toBeDefined();
    }
  });

  test('an invalid slug is a 404 in the API and as a page', async () => {
    for (const slug of [
      'Fitness',
      'a_b',
      '-',
      'a'.repeat(81),
      'a'.repeat(300),
      '%F0%9F%92%AA',
      '%00',
      '1;drop',
    ]) {
      expectProblem(await getRaw(`/api/categories/${slug}`), 404);
      expectPage(await getRaw(`/category/${slug}`), 404);
    }
  });
});

describe('other spellings of a request are answered alike', () => {
  test('HEAD of a member’s address is a 401, like GET', async () => {
    const id = 'a'.repeat(12);
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await app.server.inject({ method, url: `/api/prompts/${id}` });
      expect(response.statusCode).toBe(401);
    }
  });

  test.each(['OPTIONS', 'TRACE', 'PATCH', 'PUT', 'DELETE', 'PROPFIND'] as const)(
    '%s: 404',
    async (method) => {
      // inject's type knows the common methods only; Node parses them all.
      const send = (url: string) => app.server.inject({ method: method as 'OPTIONS', url });
      for (const url of ['/', '/api/categories', '/api/prompts/aaaaaaaaaaaa', '/assets/x.js', '/nix']) {
        expectProblem(await send(url), 404);
      }
    },
  );

  test('a method override and a range change nothing', async () => {
    const asked = await app.get('/api/auth/user?_method=POST', {
      headers: {
        'x-http-method-override': 'DELETE',
        range: 'bytes=0-1',
        accept: 'text/html',
        'x-tier': 'pro',
      },
    });
    expectProblem(asked, 401);
    const list = await app.get('/api/categories', { headers: { range: 'bytes=0-1' } });
    expect(list.statusCode).toBe(200);
    expect(list.json().length).toBeGreaterThan(1);
  });
});

describe('a page whose data cannot be loaded', () => {
  beforeEach(() => app.cache.clear());

  async function withoutTable(table: string, look: () => Promise<void>): Promise<void> {
    await app.database.pool.query(`alter table ${table} rename to hidden_table`);
    app.cache.clear();
    try {
      await look();
    } finally {
      await app.database.pool.query(`alter table hidden_table rename to ${table}`);
      app.cache.clear();
    }
  }

  test('because of an error of ours is a 500 page that is not cached, and recovers afterwards', async () => {
    await withoutTable('categories', async () => {
      const response = await app.get('/category/fitness');
      expectPage(response, 500);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.payload).not.toMatch(/relation|select |hidden_table/i);
      expectProblem(await app.get('/api/categories/fitness'), 500);
    });
    expectPage(await app.get('/category/fitness'), 200);
  });

  test('a search that failed is not kept as a search without results', async () => {
    await withoutTable('search_postings', async () => {
      expectPage(await app.get('/search?q=fitness'), 500);
      await app.database.pool.query('alter table hidden_table rename to search_postings');
      // Nothing has invalidated the cache: what it kept of the failure would be served now.
      const response = await app.get('/search?q=fitness');
      expectPage(response, 200);
      expect(response.payload).not.toContain('No results found');
      await app.database.pool.query('alter table search_postings rename to hidden_table');
    });
  });

  test('because the database is unavailable is a 503 page with Retry-After', async () => {
    const nowhere = { host: '127.0.0.1', port: 1, user: 'a', password: 'b', database: 'c' };
    const { db, close } = openPool(nowhere, { size: 2, onError: () => undefined });
    const { ping, close: closePing } = openPing(nowhere);
    const away = await createTestApp({ dependencies: { db, ping } });
    try {
      for (const url of [
        '/',
        '/category/fitness',
        '/category/fitness/running-endurance',
        '/search?q=fitness',
      ]) {
        const response = await away.get(url);
        expectPage(response, 503);
        expect(response.headers['retry-after']).toBe('2');
        expect(response.headers['cache-control']).toBe('no-store');
      }
      for (const url of ['/api/categories', '/api/prompts/search?q=a', '/sitemap.xml']) {
        const response = await away.get(url);
        expectProblem(response, 503);
        expect(response.headers['retry-after']).toBe('2');
      }
      expectPage(await away.get('/terms'), 200);
    } finally {
      await away.close();
      await closePing();
      await close();
    }
  });
});

describe('before the library is open', () => {
  test('pages are a small 503 page, data a 503 problem, and machines get their responses', async () => {
    app.readiness.state = 'starting';
    app.readiness.reason = 'The library is being <opened>.';
    try {
      for (const url of ['/', '/category/fitness', '/nix']) {
        const page = await app.get(url, { headers: { cookie: 'theme=dark' } });
        expectPage(page, 503);
        expect(page.headers['retry-after']).toBe('2');
        expect(page.headers['cache-control']).toBe('no-store');
        expect(page.payload).toContain('The library is being &lt;opened&gt;.');
        expect(page.payload).toContain('data-theme="dark"');
      }
      for (const url of ['/api/categories', '/sitemap.xml', '/api/nix']) {
        const response = await app.get(url);
        expectProblem(response, 503);
        expect(response.headers['retry-after']).toBe('2');
      }
      expect((await app.get('/healthz')).statusCode).toBe(200);
      expect((await app.get('/robots.txt')).statusCode).toBe(200);
      expectProblem(await app.get('/readyz'), 503);
    } finally {
      app.readiness.state = 'ready';
    }
    expectPage(await app.get('/'), 200);
  });
});

test('every icon a page, the manifest and /favicon.ico name is there', async () => {
  const manifest = await app.get('/manifest.webmanifest');
  expect(manifest.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  const page = (await app.get('/')).payload;
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest"');
  const favicon = await app.get('/favicon.ico');
  expect(favicon.statusCode).toBe(302);
  const icons: string[] = [
    ...manifest.json().icons.map(({ src }: { src: string }) => src),
    ...[...page.matchAll(/<link rel="[a-z-]*icon" href="([^"]+)"/g)].map(([, href]) => href),
    favicon.headers['location'],
  ];
  expect(icons).toHaveLength(7);
  for (const icon of icons) {
    const { statusCode, headers } = await app.get(icon);
    expect([icon, statusCode, /^image\//.test(String(headers['content-type']))]).toEqual([icon, 200, true]);
  }
});

describe('when rendering itself fails', () => {
  test('a plain 500 page', async () => {
    const failing = await createTestApp({
      dependencies: {
        renderer: {
          assets: { script: '/a.js', styles: ['/assets/a.css'] },
          render: () => Promise.reject(new Error('secret detail')),
        },
      },
    });
    try {
      const response = await failing.get('/');
      expectPage(response, 500);
      expect(response.payload).toContain('<link rel="stylesheet" href="/assets/a.css">');
      expect(response.payload).not.toContain('secret');
    } finally {
      await failing.close();
    }
  });

  test.each([
    ['https://evil.example/', 404],
    ['//evil.example/', 404],
    ['http://localhost/search?q=a', 302],
    ['/search?q=é\r\nx-injected: 1', 302],
  ])('a redirect to %j', async (location, status) => {
    const redirecting = await createTestApp({
      dependencies: {
        renderer: {
          assets: { script: '/a.js', styles: [] },
          render: () => Promise.resolve({ status: 302, html: '', location }),
        },
      },
    });
    try {
      const response = await redirecting.get('/');
      expect(response.statusCode).toBe(status);
      expect(response.headers['x-injected']).toBeUndefined();
      if (status === 302) expect(response.headers['location']).toMatch(/^\/search\?q=[\x21-\x7e]+$/);
    } finally {
      await redirecting.close();
    }
  });
});
