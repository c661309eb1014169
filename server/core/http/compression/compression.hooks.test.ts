import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

let app: TestApp;
let member: TestMember;
beforeAll(async () => {
  app = await createTestApp({ settings: { cacheBytes: 0 } });
  member = await createMember(app);
});
afterAll(() => app.close());

const accepting = (encoding: string) => ({ headers: { 'accept-encoding': encoding } });

test('a member’s page and data are compressed as their browser accepts it', async () => {
  for (const url of ['/category/fitness', '/api/categories/fitness']) {
    const plain = await member.get(url);
    const brotli = await member.get(url, accepting('gzip, br'));
    const gzip = await member.get(url, accepting('gzip, br;q=0'));
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(brotliDecompressSync(brotli.rawPayload).length).toBe(plain.rawPayload.length);
    expect(gunzipSync(gzip.rawPayload).length).toBe(plain.rawPayload.length);
    expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length);
    expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  }
});

test('uncached pages of visitors and pages of unknown addresses are compressed too', async () => {
  for (const [url, status] of [
    ['/category/fitness', 200],
    ['/nowhere', 404],
  ] as const) {
    const response = await app.get(url, accepting('br'));
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(response.rawPayload).toString()).toContain('</html>');
  }
});

test('small responses, images and precompressed files are sent as they are', async () => {
  expect((await member.get('/api/auth/user', accepting('br'))).headers['content-encoding']).toBeUndefined();
  expect((await app.get('/favicon.ico', accepting('br'))).headers['content-encoding']).toBeUndefined();
  const page = await app.get('/');
  const script = /\/assets\/[\w-]+\.js/.exec(page.payload)?.[0] ?? '';
  const built = await app.get(script, accepting('br'));
  expect(built.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(built.rawPayload).length).toBeGreaterThan(built.rawPayload.length);
});

test('HEAD returns the headers that GET would', async () => {
  const options = { ...accepting('br'), headers: { cookie: member.cookie, 'accept-encoding': 'br' } };
  const head = await app.server.inject({ method: 'HEAD', url: '/category/fitness', ...options });
  expect(head.statusCode).toBe(200);
  expect(head.rawPayload.length).toBe(0);
  expect(head.headers['content-encoding']).toBe('br');
});
