import { createHash } from 'node:crypto';
import { MCP_PATH } from '#contract/mcp.ts';
import { newToken } from '#server/core/sessions/sessions.ts';
import type { TestApp, TestMember } from './test-app.ts';

/** Where the app of the tests has its codes sent. */
export const CALLBACK = 'https://assistant.example/callback';

/** What an app calls and what it asks for: without a cookie, without an origin. */
function clientCalls(app: TestApp) {
  const origin = app.settings.publicUrl;
  const resource = `${origin}${MCP_PATH}`;

  const register = (metadata: object) =>
    app.server.inject({ method: 'POST', url: '/oauth/register', payload: metadata });

  async function createClient(redirectUris = [CALLBACK], name = 'Assistant'): Promise<string> {
    return (await register({ client_name: name, redirect_uris: redirectUris })).json().client_id;
  }

  const post = (url: string, form: Record<string, string | undefined>) =>
    app.server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(
        Object.entries(form).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ).toString(),
    });

  const requestOf = (clientId: string, verifier: string, more: Record<string, string> = {}) => ({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'read copy favorites',
    state: 'their state',
    resource,
    ...more,
  });

  return { origin, resource, register, createClient, post, requestOf };
}

/** An app that members connect by OAuth. */
export function oauthCalls(app: TestApp) {
  const client = clientCalls(app);
  const { origin, resource, createClient, post, requestOf } = client;
  /** Everything that opens something, for what must not hold it. */
  const secrets = new Set<string>();

  /** A member's consent. @returns the form that exchanges its code */
  async function consent(member: TestMember, scopes = ['read', 'copy', 'favorites']) {
    const [clientId, verifier] = [await createClient(), newVerifier()];
    const request = requestOf(clientId, verifier);
    const allowed = await member.post('/api/oauth/authorization', { request, scopes });
    const code = new URL(allowed.json().location).searchParams.get('code') ?? '';
    secrets.add(code);
    return {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: CALLBACK,
      resource,
    };
  }

  async function connect(member: TestMember, scopes?: string[]) {
    const form = await consent(member, scopes);
    const body = (await post('/oauth/token', form)).json<Record<string, string>>();
    const { access_token: access = '', refresh_token: refresh = '', scope } = body;
    secrets.add(access).add(refresh);
    return { form, access, refresh, scope, clientId: form.client_id };
  }

  /** A call of the MCP server with an access token; 200 when it is let in. */
  async function call(token: string, name = 'search_prompts', args: object = { text: 'prompt' }) {
    const { statusCode, payload, headers } = await app.server.inject({
      method: 'POST',
      url: MCP_PATH,
      headers: {
        authorization: `Bearer ${token}`,
        host: new URL(origin).host,
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    });
    return { status: statusCode, text: payload, headers };
  }

  return {
    ...client,
    secrets,
    consent,
    connect,
    call,
    refresh: (token: string, clientId: string, more: Record<string, string> = {}) =>
      post('/oauth/token', {
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: token,
        ...more,
      }),
    grantsOf: async (member: TestMember) => (await member.get('/api/account/grants')).json().grants,
  };
}

export const newVerifier = (): string => `${newToken()}~.`;
