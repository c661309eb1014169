import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';
import type { TestProvider } from './provider.ts';

/** Somebody's browser as far as cookies go: keeps what it is given and brings it along. */
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
    const answer = await this.#app.server.inject({
      method,
      url,
      headers: { cookie: this.cookie, ...headers },
    });
    for (const { name, value, maxAge } of answer.cookies as {
      name: string;
      value: string;
      maxAge?: number;
    }[]) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse> {
    return this.call('GET', url, headers);
  }

  /** Begins a sign-in. @returns where the browser is sent: the provider, when all is well */
  async beginSignIn(returnUrl?: string): Promise<string> {
    const query = returnUrl === undefined ? '' : `?returnUrl=${encodeURIComponent(returnUrl)}`;
    const answer = await this.get(`/api/auth/google${query}`);
    return String(answer.headers.location);
  }

  /** From the first click to the page wanted. @returns the callback's answer */
  async signIn(provider: TestProvider, returnUrl?: string): Promise<LightMyRequestResponse> {
    return await this.get(provider.authorize(await this.beginSignIn(returnUrl)));
  }
}
