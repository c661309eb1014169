import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { TestBrowser } from '#server/testing/browser.ts';
import { loadDemo } from './demo.ts';
import { type SandboxIdentity, startSandboxIdentity } from './identity.ts';

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

  /** @returns the app's answer to the callback */
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
  test('somebody who types their name comes back to the wanted page', async () => {
    const { action, html } = await browser.begin('/search?q=a%20b');
    expect(html).toContain('<title>Sandbox sign-in</title>');
    for (const label of ['Email', 'First name', 'Last name'])
      expect(html).toMatch(new RegExp(`<label for="\\w+">${label}</label>`));
    expect(html).toContain('>Continue</button>');
    const answer = await browser.submit(action, {
      email: ' Kim@Example.com ',
      first_name: 'Kim',
      last_name: 'Vu',
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/search?q=a%20b']);
    expect(await me()).toMatchObject({
      firstName: 'Kim',
      lastName: 'Vu',
      email: 'kim@example.com',
      subscriptionTier: 'basic',
    });
  });

  test('the same address is the same member, by whatever name', async () => {
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
  ])('ready %s is a member of tier %s, with what they did', async (email, tier) => {
    const { html, action } = await browser.begin();
    const form = new RegExp(
      `<form[^>]*>((?:<input[^>]*>)*)<button class="person">(?:(?!</form>).)*${email}`,
    ).exec(html);
    const fields = [...(form?.[1] ?? '').matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    await browser.submit(action, Object.fromEntries(fields));
    expect(await me()).toMatchObject({ email, subscriptionTier: tier });
    expect((await browser.app.get('/api/favorites')).json().length).toBeGreaterThan(5);
  });

  test('after signing out one is asked again who to be', async () => {
    const { action } = await browser.begin();
    await browser.submit(action, { email: 'kim@example.com', first_name: 'Kim', last_name: 'Vu' });
    await browser.app.get('/api/logout', { 'sec-fetch-site': 'same-origin' });
    expect(await browser.app.get('/api/auth/user')).toMatchObject({ statusCode: 401 });
    const again = await browser.begin();
    await browser.submit(again.action, { email: 'lou@example.com', first_name: 'Lou', last_name: '' });
    expect(await me()).toMatchObject({ firstName: 'Lou' });
  });

  test('who cancels is back on the sign-in page', async () => {
    const { action } = await browser.begin('/terms');
    const answer = await browser.submit(action, { cancel: '1' });
    expect(answer.headers.location).toMatch(/^\/login\?error=google&id=[\w-]+&returnUrl=%2Fterms$/);
    expect(browser.app.cookies.has('session')).toBe(false);
  });

  test('a code is good once, and for the browser that asked (A2)', async () => {
    const { action } = await browser.begin();
    const callback = await browser.follow(await browser.go(action, { email: 'kim@example.com' }), action);
    const thief = new TestBrowser(app);
    expect((await thief.get(String(callback))).headers.location).toMatch(/^\/login\?error=google/);
    expect((await browser.app.get(String(callback))).headers.location).toBe('/');
    expect((await browser.app.get(String(callback))).headers.location).toMatch(/^\/login\?error=google/);
    expect(await me()).toMatchObject({ email: 'kim@example.com' });
  });
});

describe('The page', () => {
  test('runs no scripts, takes nothing from elsewhere and is not framed', async () => {
    const { page, html } = await browser.begin();
    expect(html).not.toMatch(/<script|onclick|style=|https?:\/\/(?!127\.0\.0\.1|localhost)/);
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${APP_URL}; frame-ancestors 'none'; base-uri 'none'`,
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
    const styles = await browser.go(`${sandbox.credentials.GOOGLE_ISSUER}/sandbox.css`);
    expect([styles.status, await styles.text()]).toEqual([200, expect.stringContaining('--surface')]);
  });

  test.each(['', 'kim', 'kim @example.com', '<script>@x'])(
    'asks again for an address like %j',
    async (email) => {
      const { action } = await browser.begin();
      const answer = await browser.go(action, { email, first_name: '"><script>', last_name: '' });
      // The last one is an address to the letter of the rule; it is shown as text all the same.
      if (answer.status === 303) return;
      const html = await answer.text();
      expect([answer.status, html]).toEqual([400, expect.stringContaining('role="alert"')]);
      expect(html).not.toContain('<script>');
      expect(html).toContain('value="&quot;&gt;&lt;script&gt;"');
    },
  );

  test('says so when there is no sign-in under way', async () => {
    for (const path of ['/', '/sign-in/nix', '/sign-in/']) {
      const answer = await browser.go(`${sandbox.credentials.GOOGLE_ISSUER}${path}`);
      expect(await answer.text()).toContain('There is no sign-in under way here');
    }
  });

  test('is refused under another name', async () => {
    const { port } = new URL(sandbox.credentials.GOOGLE_ISSUER);
    const answer = await browser.go(`http://localhost:${port}/`);
    expect(answer.status).toBe(421);
  });
});

describe('The provider is strict', () => {
  const authorize = (change: Record<string, string | undefined>) => {
    const url = new URL(`${sandbox.credentials.GOOGLE_ISSUER}/auth`);
    const proper = {
      response_type: 'code',
      client_id: sandbox.credentials.GOOGLE_CLIENT_ID,
      redirect_uri: `${APP_URL}/api/auth/google/callback`,
      scope: 'openid email profile',
      state: 'state',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries({ ...proper, ...change })) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    return url.href;
  };

  test('a proper request is shown the page', async () => {
    expect((await browser.go(authorize({}))).headers.get('location')).toMatch(/\/sign-in\//);
  });

  test.each([
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge_method: 'plain' },
  ])('without proper PKCE there is no code: %o', async (change) => {
    expect((await browser.go(authorize(change))).headers.get('location')).toContain('error=invalid_request');
  });

  test.each([
    { redirect_uri: 'https://evil.example/api/auth/google/callback' },
    { redirect_uri: `${APP_URL}/elsewhere` },
    { client_id: 'another' },
  ])('nobody else is served: %o', async (change) => {
    const answer = await browser.go(authorize(change));
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });
});
