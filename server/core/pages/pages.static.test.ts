import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { loadBuiltPages } from './renderer.ts';

const PAGE = '/docs/api';

let app: TestApp;
let member: TestMember;
/** Addresses that were rendered. */
let rendered: string[] = [];

beforeAll(async () => {
  const renderer = await loadBuiltPages(join(import.meta.dirname, '../../../dist'));
  app = await createTestApp({
    settings: { cacheBytes: 0 },
    dependencies: {
      renderer: {
        assets: renderer.assets,
        render(call) {
          rendered.push(call.url);
          return renderer.render(call);
        },
      },
    },
  });
  member = await createMember(app);
});
afterAll(() => app.close());

beforeEach(() => {
  rendered = [];
});

test('is rendered once for visitors, made-up sessions and made-up queries, without any cache', async () => {
  const first = await app.get(PAGE);
  expect(first.statusCode).toBe(200);
  for (const [url, cookie] of [
    [PAGE, `session=${'A'.repeat(43)}`],
    [`${PAGE}?a=${Math.PI}`, ''],
    [`${PAGE}?`, ''],
  ] as const) {
    app.cache.clear();
    const response = await app.get(url, { headers: { cookie } });
    expect([url, response.statusCode, response.payload === first.payload]).toEqual([url, 200, true]);
  }
  expect(rendered).toEqual([PAGE]);
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  const again = await app.get(PAGE, { headers: { 'if-none-match': String(first.headers['etag']) } });
  expect(again.statusCode).toBe(304);
});

test('members get one of their own, which nobody keeps', async () => {
  const response = await member.get(PAGE);
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('private, no-store');
  expect(response.payload).toContain('href="/favorites"');
  expect((await app.get(PAGE)).payload).not.toContain('href="/favorites"');
});

test('each theme has its own page, also rendered once', async () => {
  for (const theme of ['dark', 'light', 'dark', 'light']) {
    const { payload } = await app.get(PAGE, { headers: { cookie: `theme=${theme}` } });
    expect(payload).toContain(`data-theme="${theme}"`);
  }
  expect(rendered).toEqual([PAGE, PAGE]);
});
