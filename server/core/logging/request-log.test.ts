import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const lines: Record<string, unknown>[] = [];
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({
    settings: { logLevel: 'info' },
    dependencies: { logStream: { write: (line) => lines.push(JSON.parse(line)) } },
    extend(server) {
      server.get('/probe/fault', { config: { access: 'public' } }, (request) => {
        request.log.info('before the fault');
        throw Object.assign(new Error('broken'), {
          detail: 'Key (content)=(secret text) exists.',
          code: '23505',
        });
      });
      server.get('/probe/away', { config: { access: 'public' } }, () => {
        throw Object.assign(new Error('terminating connection'), { code: '57P01', where: 'secret text' });
      });
    },
  });
});
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
});

test('a request is one line: id, method, pattern of the route, status, time', async () => {
  const response = await app.get('/api/categories/fitness?sort=newest');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    reqId: response.headers['x-request-id'],
    method: 'GET',
    route: '/api/categories/:slug',
    status: 200,
    milliseconds: expect.any(Number),
    msg: 'request',
  });
});

test('so is one that is answered from the cache, refused, or unknown, and a page with all it asked for', async () => {
  const cases = [
    ['/api/categories/fitness?sort=newest', '/api/categories/:slug', 200],
    ['/api/auth/user', '/api/auth/user', 401],
    ['/category/health', '/*', 200],
    ['/api/nix', '/*', 404],
    ['/assets/nix.js', 'none', 404],
    ['/api/%zz', 'none', 400],
  ] as const;
  for (const [url, route, status] of cases) {
    lines.length = 0;
    await app.get(url);
    expect(lines.map((line) => [line['route'], line['status']])).toEqual([[route, status]]);
  }
});

test('the log contains no query, body or stored data', async () => {
  const secrets = ['zzquery', 'zzcookie', 'zzagent', 'zz@example.com', 'zzreturn', '203.0.113.77'];
  const headers = {
    cookie: 'session=zzcookie',
    'user-agent': 'zzagent',
    authorization: 'Bearer zz@example.com',
  };
  for (const url of [
    '/search?q=zzquery',
    '/api/prompts/search?q=zzquery',
    '/api/prompts/search?q=zzquery&cursor=zzquery',
    '/api/login?returnUrl=/zzreturn',
    '/zzquery/zz@example.com',
    '/api/categories/zzquery',
    '/%zzquery',
  ]) {
    await app.get(url, { headers, remoteAddress: '203.0.113.77' });
  }
  const origin = 'http://localhost:3000';
  await app.server.inject({
    method: 'POST',
    url: '/api/logout',
    payload: { mail: 'zz@example.com' },
    headers: { origin },
  });
  await app.server.inject({
    method: 'POST',
    url: '/api/logout',
    payload: '{"zzquery',
    headers: { 'content-type': 'application/json', origin },
  });
  const text = JSON.stringify(lines);
  expect(lines.length).toBeGreaterThanOrEqual(8);
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('a fault is logged once more, with its stack and without the values it quotes', async () => {
  const response = await app.get('/probe/fault');
  const id = response.headers['x-request-id'];
  expect(lines.map((line) => [line['level'], line['msg'], line['reqId']])).toEqual([
    [30, 'before the fault', id],
    [50, 'request failed', id],
    [30, 'request', id],
  ]);
  expect(lines[1]).toMatchObject({
    route: '/probe/fault',
    code: '23505',
    stack: expect.stringContaining('broken'),
  });
  expect(JSON.stringify(lines)).not.toContain('secret text');
});

test('an unavailable database is logged as a warning with its reason', async () => {
  const response = await app.get('/probe/away');
  expect(response.statusCode).toBe(503);
  expect(lines[0]).toMatchObject({ level: 40, code: '57P01', reason: 'terminating connection' });
  expect(JSON.stringify(lines)).not.toContain('secret text');
});
