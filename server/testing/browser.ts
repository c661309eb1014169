import type { LightMyRequestResponse } from 'fastify';
import type { TestProvider } from './google-provider.ts';
import type { TestApp } from './test-app.ts';

/** A browser as far as cookies go: keeps those it is sent and sends them back. */
export class TestBrowser {
  readonly #app: TestApp;
  readonly cookies = new Map<string, string>();

  constructor(app: TestApp) {
    this.#app = app;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async call(
    method: 'GET' | 'POST' | 'HEAD',
    url: string,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const response = await this.#app.server.inject({
      method,
      url,
      headers: { cookie: this.cookie, ...headers },
    });
    for (const { name, value, maxAge } of response.cookies as {
      name: string;
      value: string;
      maxAge?: number;
    }[]) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse> {
    return this.call('GET', url, headers);
  }

  /** Starts a sign-in. @returns where the browser is sent: the provider, when all is well */
  async beginSignIn(returnUrl?: string): Promise<string> {
    const query = returnUrl === undefined ? '' : `?returnUrl=${encodeURIComponent(returnUrl)}`;
    const response = await this.get(`/api/auth/google${query}`);
    return String(response.headers.location);
  }

  /** From the first click to the page wanted. @returns the callback's response */
  async signIn(provider: TestProvider, returnUrl?: string): Promise<LightMyRequestResponse> {
    return await this.get(provider.authorize(await this.beginSignIn(returnUrl)));
  }
}
