import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { AppSettings } from '#server/app.ts';
import { createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { clientIpKey } from './rate-limit.ts';
import { CONTENT_SECURITY_POLICY } from './security-headers.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function start(settings: Partial<AppSettings>): Promise<TestApp> {
  app = await createTestApp({ settings });
  return app;
}

/** Statuses of as many requests, one after the other. */
async function burst(target: TestApp, url: string, count: number, headers = {}, remoteAddress = '192.0.2.1') {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    statuses.push((await target.get(url, { headers, remoteAddress })).statusCode);
  }
  return statuses;
}

describe('addresses', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (ip, key) => {
    expect(clientIpKey(ip)).toBe(key);
  });
});

describe('over HTTP', () => {
  test('data: 429 as a problem that says when to go on', async () => {
    const target = await start({ rateLimit: 3 });
    expect(await burst(target, '/api/auth/check', 3)).toEqual([200, 200, 200]);
    const response = await target.get('/api/auth/check', { remoteAddress: '192.0.2.1' });
    expect(response.statusCode).toBe(429);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0' });
    expect(response.headers['x-frame-options']).toBe('DENY');
    expect(response.json()).toMatchObject({
      title: 'Too Many Requests',
      status: 429,
      message: expect.stringMatching(/^Too many requests\. Please try again in \d+ seconds?\.$/),
    });
    expect(await burst(target, '/api/auth/check', 1, {}, '192.0.2.2')).toEqual([200]);
  });

  test('pages, cached responses, unknown addresses and refused methods count alike', async () => {
    // A page that has to be rendered counts as five.
    const target = await start({ rateLimit: 18 });
    const sent = await burst(target, '/', 2);
    sent.push(...(await burst(target, '/nix', 1)), ...(await burst(target, '/api/nix', 1)));
    const refused = await target.server.inject({ method: 'DELETE', url: '/x', remoteAddress: '192.0.2.1' });
    sent.push(refused.statusCode, ...(await burst(target, '/', 2)));
    expect(sent).toEqual([200, 200, 404, 404, 404, 200, 429]);
    const page = await target.get('/', { remoteAddress: '192.0.2.1' });
    expect(page.statusCode).toBe(429);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(page.payload).toContain('Too many requests');
    expect(page.payload).toMatch(
      /Many requests came from your network in a short time\. Nothing was lost\. <span data-hint>You can try again in \d+ seconds?\./,
    );
    expect(page.payload).toContain(`data-wait="${page.headers['retry-after']}" data-reload`);
    // Either would be refused as well.
    expect(page.payload).not.toMatch(/>(?:Home|Help)</);
    // The countdown is inline: the policy of that page names it, and is as strict as any other.
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page.payload) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(page.headers['content-security-policy']).toBe(
      CONTENT_SECURITY_POLICY.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`),
    );
    const post = await target.server.inject({ method: 'POST', url: '/x', remoteAddress: '192.0.2.1' });
    expect(post.statusCode).toBe(429);
  });

  test('publicly cacheable responses carry no remaining-requests header', async () => {
    const target = await start({ rateLimit: 100 });
    for (const url of ['/api/categories', '/api/categories', '/']) {
      const response = await target.get(url);
      expect(response.headers['cache-control']).toContain('public');
      expect(Object.keys(response.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    }
    expect((await target.get('/api/auth/check')).headers['ratelimit-remaining']).toBe('92');
  });

  test('a page counts as one request, and its files as none', async () => {
    const target = await start({ rateLimit: 10 });
    expect(await burst(target, '/category/fitness', 1)).toEqual([200]);
    expect(await burst(target, '/assets/nix.js', 5)).toEqual([404, 404, 404, 404, 404]);
    expect(await burst(target, '/category/health', 2)).toEqual([200, 429]);
  });

  test('a page that is rendered counts as five requests, one from the cache as one, for each address', async () => {
    const target = await start({ rateLimit: 100 });
    const leftAfter = async (url: string, headers = {}) => {
      await target.get(url, { headers });
      return (await target.get('/api/auth/check')).headers['ratelimit-remaining'];
    };
    expect(await leftAfter('/category/fitness')).toBe('94');
    expect(await leftAfter('/category/fitness')).toBe('92');
    const { cookie } = await createMember(target);
    expect(await leftAfter('/category/fitness', { cookie })).toBe('86');
    expect(await leftAfter('/category/fitness', { cookie })).toBe('80');
    expect(await leftAfter('/api/categories/fitness', { cookie })).toBe('78');
  });

  test('searches have a limit of their own, on the page too', async () => {
    const target = await start({ rateLimit: 100, searchRateLimit: 3 });
    expect(await burst(target, '/api/prompts/search?q=a', 1)).toEqual([200]);
    // Twice: the groups, and the best matches above them.
    expect(await burst(target, '/search?q=b', 1)).toEqual([200]);
    expect(await burst(target, '/api/prompts/search?q=c', 1)).toEqual([429]);
    const page = await target.get('/search?q=d', { remoteAddress: '192.0.2.1' });
    expect(page.statusCode).toBe(429);
    expect(page.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(await burst(target, '/api/categories', 1)).toEqual([200]);
    expect(await burst(target, '/search?q=d', 1, {}, '192.0.2.9')).toEqual([200]);
  });

  test('X-Forwarded-For from anybody is ignored', async () => {
    const target = await start({ rateLimit: 2 });
    const statuses: number[] = [];
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      statuses.push(...(await burst(target, '/api/auth/check', 1, { 'x-forwarded-for': address })));
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('X-Forwarded-For from a proxy of ours is the address, from others not', async () => {
    const target = await start({ rateLimit: 1, trustProxy: '10.0.0.0/8' });
    const via = (proxy: string, address: string) =>
      burst(target, '/api/auth/check', 1, { 'x-forwarded-for': address }, proxy);
    expect(await via('10.1.2.3', '203.0.113.1')).toEqual([200]);
    expect(await via('10.1.2.3', '203.0.113.1')).toEqual([429]);
    expect(await via('10.1.2.3', '203.0.113.2')).toEqual([200]);
    // A client that writes the header itself: the proxy appends the address it saw.
    expect(await via('10.1.2.3', '198.51.100.7, 203.0.113.2')).toEqual([429]);
    expect(await via('192.0.2.1', '203.0.113.3')).toEqual([200]);
    expect(await via('192.0.2.1', '203.0.113.4')).toEqual([429]);
  });

  test('nobody else can claim to be the app', async () => {
    const target = await start({ rateLimit: 1 });
    const call = { purpose: 'data', address: '203.0.113.1', viewer: { kind: 'visitor' }, requestId: 'x' };
    const headers = { 'x-internal-token': 'guess', 'x-internal-call': JSON.stringify(call) };
    expect(await burst(target, '/api/auth/check', 2, headers)).toEqual([200, 429]);
  });

  test('a limit of 0 turns it off', async () => {
    const target = await start({ rateLimit: 0, searchRateLimit: 0 });
    expect(new Set(await burst(target, '/api/prompts/search?q=a', 150))).toEqual(new Set([200]));
  });
});
