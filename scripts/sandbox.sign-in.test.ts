import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestBrowser } from '#server/testing/browser.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { loadDemo } from '../sandbox/demo/load.ts';
import { type SandboxIdentity, startSandboxIdentity } from '../sandbox/google/start.ts';

const APP_URL = 'http://localhost:3000';

let sandbox: SandboxIdentity;
let app: TestApp;
let browser: Visitor;

/** A browser at the sandbox, over the network: its cookies are another site's. */
class Visitor {
  readonly app: TestBrowser;
  readonly #cookies = new Map<string, string>();

  constructor(testApp: TestApp) {
    this.app = new TestBrowser(testApp);
  }

  async go(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const text of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split(/=(.*)/s);
      this.#cookies.set(name, value);
    }
    return response;
  }

  /** Follows redirects until the app is reached or a page is shown. */
  async follow(response: Response, from: string): Promise<Response | string> {
    const location = response.headers.get('location');
    if (location === null) return response;
    const url = new URL(location, from).href;
    return url.startsWith(APP_URL) ? url.slice(APP_URL.length) : await this.follow(await this.go(url), url);
  }

  /** To the sandbox's page. @returns where its form goes, and the page */
  async begin(returnUrl?: string): Promise<{ action: string; page: Response; html: string }> {
    const location = await this.app.beginSignIn(returnUrl);
    const page = await this.follow(await this.go(location), location);
    if (typeof page === 'string') throw new Error(`Sent back at once, to ${page}`);
    const html = await page.text();
    const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '';
    return { action: `${sandbox.credentials.GOOGLE_ISSUER}${action}`, page, html };
  }

  /** @returns the app's response to the callback */
  async submit(action: string, form: Record<string, string>) {
    const callback = await this.follow(await this.go(action, form), action);
    if (typeof callback !== 'string')
      throw new Error(`No way back: ${callback.status} ${await callback.text()}`);
    return await this.app.get(callback);
  }
}

beforeAll(async () => {
  sandbox = await startSandboxIdentity({ port: 0, appUrl: APP_URL });
  const {
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
  } = sandbox.credentials;
  app = await createTestApp({ settings: { google: { issuer, clientId, clientSecret } } });
  await loadDemo(app.database.db, issuer);
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});
beforeEach(() => {
  browser = new Visitor(app);
});

const me = async () => (await browser.app.get('/api/auth/user')).json();

describe('Signing in at the sandbox, by a strict OpenID provider', () => {
  test('typing a name signs in and leads back to the requested page', async () => {
    const { action, html } = await browser.begin('/search?q=a%20b');
    expect(html).toContain('<title>Sandbox sign-in</title>');
    for (const label of ['Email', 'First name', 'Last name'])
      expect(html).toMatch(new RegExp(`<label for="\\w+">${label}</label>`));
    expect(html).toContain('>Continue</button>');
    const response = await browser.submit(action, {
      email: ' Kim@Example.com ',
      first_name: 'Kim',
      last_name: 'Vu',
    });
    expect([response.statusCode, response.headers.location]).toEqual([302, '/search?q=a%20b']);
    expect(await me()).toMatchObject({
      firstName: 'Kim',
      lastName: 'Vu',
      email: 'kim@example.com',
      subscriptionTier: 'basic',
      role: 'member',
    });
  });

  test('the same address is the same member, whatever the name', async () => {
    const first = await browser.begin();
    await browser.submit(first.action, { email: 'ida@example.com', first_name: 'Ida', last_name: 'One' });
    const before = await me();
    browser = new Visitor(app);
    const second = await browser.begin();
    await browser.submit(second.action, { email: 'IDA@example.com', first_name: 'Ida', last_name: '' });
    expect(await me()).toEqual({ ...before, lastName: null });
  });

  test.each([
    ['ada@example.com', 'basic'],
    ['grace@example.com', 'advanced'],
    ['linus@example.com', 'pro'],
    ['mina@example.com', 'engineer'],
  ])('predefined %s is a member of tier %s, with their activity', async (email, tier) => {
    const { html, action } = await browser.begin();
    const form = new RegExp(
      `<form[^>]*>((?:<input[^>]*>)*)<button class="entry">(?:(?!</form>).)*${email}`,
    ).exec(html);
    const fields = [...(form?.[1] ?? '').matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    await browser.submit(action, Object.fromEntries(fields));
    expect(await me()).toMatchObject({ email, subscriptionTier: tier });
    expect((await browser.app.get('/api/favorites')).json().length).toBeGreaterThan(5);
  });

  test('after signing out the sandbox asks again who to sign in as', async () => {
    const { action } = await browser.begin();
    await browser.submit(action, { email: 'kim@example.com', first_name: 'Kim', last_name: 'Vu' });
    await browser.app.get('/api/logout', { 'sec-fetch-site': 'same-origin' });
    expect(await browser.app.get('/api/auth/user')).toMatchObject({ statusCode: 401 });
    const again = await browser.begin();
    await browser.submit(again.action, { email: 'lou@example.com', first_name: 'Lou', last_name: '' });
    expect(await me()).toMatchObject({ firstName: 'Lou' });
  });

  test('canceling leads back to the sign-in page', async () => {
    const { action } = await browser.begin('/terms');
    const response = await browser.submit(action, { cancel: '1' });
    expect(response.headers.location).toBe('/login?error=canceled&returnUrl=%2Fterms');
    expect(browser.app.cookies.has('session')).toBe(false);
  });

  test('a code works once, and only in the browser that asked', async () => {
    const { action } = await browser.begin();
    const callback = await browser.follow(await browser.go(action, { email: 'kim@example.com' }), action);
    const attacker = new TestBrowser(app);
    expect((await attacker.get(String(callback))).headers.location).toMatch(/^\/login\?error=google/);
    expect((await browser.app.get(String(callback))).headers.location).toBe('/');
    expect((await browser.app.get(String(callback))).headers.location).toMatch(/^\/login\?error=google/);
    expect(await me()).toMatchObject({ email: 'kim@example.com' });
  });
});
