import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SandboxIdentity, startSandboxIdentity } from './start.ts';

const APP_URL = 'http://localhost:3000';

let sandbox: SandboxIdentity;
let browser: Visitor;

/** A browser at the sandbox. */
class Visitor {
  readonly #cookies = new Map<string, string>();

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

  /** Asks for a sign-in as the app does. @returns where the page's form goes, and the page */
  async begin(): Promise<{ action: string; page: Response; html: string }> {
    const { headers } = await this.go(authorize({}));
    const page = await this.go(
      new URL(headers.get('location') ?? '', sandbox.credentials.GOOGLE_ISSUER).href,
    );
    const html = await page.text();
    const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '';
    return { action: `${sandbox.credentials.GOOGLE_ISSUER}${action}`, page, html };
  }
}

beforeAll(async () => {
  sandbox = await startSandboxIdentity({ port: 0, appUrl: APP_URL });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  browser = new Visitor();
});

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

describe('The page', () => {
  test('runs no scripts, takes nothing from elsewhere and is not framed', async () => {
    const { page, html } = await browser.begin();
    expect(html).not.toMatch(/<script|onclick|style=|https?:\/\/(?!127\.0\.0\.1|localhost)/);
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; img-src data:; frame-src 'none'; form-action 'self' ${APP_URL}; frame-ancestors 'none'; base-uri 'none'`,
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
    const styles = await browser.go(`${sandbox.credentials.GOOGLE_ISSUER}/sandbox.css`);
    expect([styles.status, await styles.text()]).toEqual([200, expect.stringContaining('--surface')]);
  });

  test.each(['', 'kim', 'kim @example.com', '<script>@x'])(
    'asks again for an address like %j',
    async (email) => {
      const { action } = await browser.begin();
      const response = await browser.go(action, { email, first_name: '"><script>', last_name: '' });
      // The last one is an address to the letter of the rule; it is shown as text all the same.
      if (response.status === 303) return;
      const html = await response.text();
      expect([response.status, html]).toEqual([400, expect.stringContaining('role="alert"')]);
      expect(html).not.toContain('<script>');
      expect(html).toContain('value="&quot;&gt;&lt;script&gt;"');
    },
  );

  test('says so when there is no sign-in under way', async () => {
    for (const path of ['/', '/sign-in/nix', '/sign-in/']) {
      const response = await browser.go(`${sandbox.credentials.GOOGLE_ISSUER}${path}`);
      expect(await response.text()).toContain('There is no sign-in under way here');
    }
  });

  test('is refused under another name', async () => {
    const { port } = new URL(sandbox.credentials.GOOGLE_ISSUER);
    const response = await browser.go(`http://localhost:${port}/`);
    expect(response.status).toBe(421);
  });
});

describe('The provider is strict', () => {
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
    const response = await browser.go(authorize(change));
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });
});
