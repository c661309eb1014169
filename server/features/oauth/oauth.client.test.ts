import {
  auth,
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MCP_PATH } from '#contract/mcp.ts';
import { seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { freePort } from '../../../scripts/free-port.ts';

// The official client and nothing of ours between it and the app: discovery, registration, PKCE, exchange and refresh.

let app: TestApp;
let url: URL;

beforeAll(async () => {
  const port = await freePort();
  app = await createTestApp({ template: 'empty', settings: { publicUrl: `http://127.0.0.1:${port}` } });
  await seedPrompts(app.database.db, [{ title: 'Weekly meal plan', content: 'Plan meals.' }]);
  await app.server.listen({ port, host: '127.0.0.1' });
  url = new URL(MCP_PATH, app.settings.publicUrl);
});
afterAll(() => app.close());

/** A program on its member's machine, which keeps what the client gives it. */
class Program implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:33418/callback';
  readonly clientMetadata = { client_name: 'A program', redirect_uris: [this.redirectUrl] };
  /** Where it last sent its member's browser. */
  sentTo: URL | undefined;
  saved: StoredOAuthTokens | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #discovered: OAuthDiscoveryState | undefined;
  #verifier = '';

  state = () => 'a state';
  clientInformation = () => this.#client;
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.#client = client;
  }
  tokens = () => this.saved;
  saveTokens(tokens: StoredOAuthTokens) {
    this.saved = tokens;
  }
  redirectToAuthorization(to: URL) {
    this.sentTo = to;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovered = state;
  }
  discoveryState = () => this.#discovered;
  invalidateCredentials() {
    this.saved = undefined;
  }
}

/** What a member does in their browser. @returns the callback's parameters */
async function allow(member: TestMember, at: URL): Promise<URLSearchParams> {
  const page = await member.get(`${at.pathname}${at.search}`);
  expect([page.statusCode, page.payload.includes('A program')]).toEqual([200, true]);
  const request = Object.fromEntries(at.searchParams);
  const allowed = await member.post('/api/oauth/authorization', { request, scopes: ['read', 'copy'] });
  return new URL(allowed.json().location).searchParams;
}

test('the official client finds its way, is allowed, refreshes, and asks again when it was disconnected', async () => {
  const member = await createMember(app);
  const program = new Program();
  const connect = async () => {
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    const transport = new StreamableHTTPClientTransport(url, { authProvider: program });
    await client.connect(transport);
    return { client, transport };
  };
  await expect(connect()).rejects.toThrow(UnauthorizedError);
  const asked = program.sentTo;
  if (asked === undefined) throw new Error('the browser was sent nowhere');
  expect([asked.pathname, asked.searchParams.get('scope'), asked.searchParams.get('resource')]).toEqual([
    '/oauth/authorize',
    'read copy favorites',
    url.href,
  ]);
  const callback = await allow(member, asked);
  const done = await auth(program, {
    serverUrl: url,
    authorizationCode: callback.get('code') ?? '',
    iss: callback.get('iss') ?? '',
  });
  expect([done, program.saved?.scope]).toEqual(['AUTHORIZED', 'read copy']);

  const { client } = await connect();
  expect((await client.listTools()).tools).toHaveLength(7);
  const { access_token: before } = program.saved ?? {};
  await sql`update tokens set expires_at = now() where user_id = ${member.id}`.execute(app.database.db);
  const found = await client.callTool({ name: 'search_prompts', arguments: { text: 'meal' } });
  expect(found.structuredContent).toMatchObject({ prompts: [{ title: 'Weekly meal plan' }] });
  expect(program.saved?.access_token).not.toBe(before);

  const [{ id }] = (await member.get('/api/account/grants')).json().grants;
  await member.del(`/api/account/grants/${id}`);
  program.sentTo = undefined;
  const warnings = vi.spyOn(console, 'warn').mockReturnValue();
  await expect(client.listTools()).rejects.toThrow(UnauthorizedError);
  expect(warnings.mock.calls.flat().join()).toContain('invalid_grant');
  warnings.mockRestore();
  expect(String(program.sentTo)).toContain('/oauth/authorize?');
  await client.close();
});
