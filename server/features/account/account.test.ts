import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('who is signed in', () => {
  test('a visitor: 401 with the message the specification expects', async () => {
    const response = await app.get('/api/auth/user');
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({
      title: 'Unauthorized',
      status: 401,
      detail: 'Unauthorized',
      message: 'Unauthorized',
    });
  });

  test('the check answers everybody', async () => {
    const response = await app.get('/api/auth/check');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      authenticated: false,
      signInConfigured: false,
      isSignInRecent: false,
      isSandbox: false,
    });
  });

  test('no header, cookie or parameter makes a member or a tier of a visitor', async () => {
    const headers = {
      cookie: 'session=x; __Host-session=x; user=admin; tier=pro',
      'x-tier': 'pro',
      'x-user': 'admin',
    };
    const query = '?tier=pro&tier=basic&tier[]=pro&subscriptionTier=pro&userId=1';
    expect((await app.get(`/api/auth/user${query}`, { headers })).statusCode).toBe(401);
    expect((await app.get(`/api/auth/check${query}`, { headers })).json()).toMatchObject({
      authenticated: false,
    });
    expect((await app.get(`/api/prompts/aaaaaaaaaaaa${query}`, { headers })).statusCode).toBe(401);
    const list = await app.get(`/api/categories/fitness${query}`, { headers });
    expect(list.json()).toEqual((await app.get('/api/categories/fitness')).json());
    const madeUp = await app.get('/api/categories/fitness', { headers: { authorization: 'Bearer x' } });
    expect(madeUp.statusCode).toBe(401);
  });
});

describe('navigations', () => {
  test.each([
    ['/api/login', '/login'],
    [
      '/api/login?returnUrl=/category/fitness?sort%3Dnewest',
      '/login?returnUrl=%2Fcategory%2Ffitness%3Fsort%3Dnewest',
    ],
    ['/api/login?returnUrl=//evil.example', '/login'],
    ['/api/login?returnUrl=https://evil.example', '/login'],
    ['/api/login?returnUrl=/a&returnUrl=/b', '/login'],
    ['/api/login?returnUrl[]=/a', '/login'],
    [`/api/login?returnUrl=/${'a'.repeat(10_000)}`, '/login'],
    ['/api/auth/google', '/login?error=google_not_configured'],
    ['/api/auth/google?t=1700000000000', '/login?error=google_not_configured'],
    ['/api/auth/google?returnUrl=/subscribe', '/login?error=google_not_configured&returnUrl=%2Fsubscribe'],
    ['/api/auth/google?returnUrl=/%5Cevil.example', '/login?error=google_not_configured'],
    ['/api/auth/google?returnUrl=javascript:alert(1)', '/login?error=google_not_configured'],
    ['/api/logout', '/'],
    ['/api/logout?returnUrl=//evil.example', '/'],
  ])('%s goes to %s', async (url, target) => {
    const response = await app.get(url);
    expect(response.statusCode).toBe(302);
    expect(response.headers['location']).toBe(target);
    expect(response.headers['cache-control']).toContain('no-store');
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  test('signing out by POST goes to the landing page by GET', async () => {
    const headers = { origin: 'http://localhost:3000' };
    const response = await app.server.inject({ method: 'POST', url: '/api/logout', headers });
    expect(response.statusCode).toBe(303);
    expect(response.headers['location']).toBe('/');
  });

  test.each(['cross-site', 'same-site', 'same-origin', 'none'])(
    'signing out, Sec-Fetch-Site: %s',
    async (site) => {
      const response = await app.get('/api/logout', { headers: { 'sec-fetch-site': site } });
      expect(response.headers['location']).toBe('/');
    },
  );
});
