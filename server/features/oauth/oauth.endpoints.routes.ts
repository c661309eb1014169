import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MCP_PATH } from '#contract/mcp.ts';
import { OAUTH_PATHS } from '#contract/oauth-scopes.ts';
import type { Db } from '#server/core/database/pool.ts';
import { logSecurityEvent } from '#server/core/logging/security-events.ts';
import { readResource } from './oauth.authorization.ts';
import { clientOf, registrationOf } from './oauth.clients.ts';
import { OAuthError } from './oauth.errors.ts';
import {
  ACCESS_SECONDS,
  type Exchange,
  exchangeCode,
  exchangeRefreshToken,
  revokeByToken,
} from './oauth.exchange.queries.ts';
import { readForm } from './oauth.forms.ts';
import { resourceMetadata, serverMetadata } from './oauth.metadata.ts';
import { addClient } from './oauth.queries.ts';

interface Settings {
  publicUrl: string;
  signInRateLimit: number;
  readsClientDocuments: boolean;
}

const FORM_BYTES = 8192;

/** What apps call: without a session, from anywhere, in the words of the RFCs. */
export async function oauthEndpointRoutes(
  app: FastifyInstance,
  { db }: { db: Db },
  settings: Settings,
): Promise<void> {
  metadataRoutes(app, settings);
  await app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof OAuthError)) throw error;
      return reply
        .code(error.status)
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ error: error.code, error_description: error.message }));
    });
    registrationRoute(scope, db, settings);
    await scope.register(async (forms) => formRoutes(forms, db, settings));
  });
}

function metadataRoutes(app: FastifyInstance, { publicUrl, readsClientDocuments }: Settings): void {
  const resource = JSON.stringify(resourceMetadata(publicUrl));
  const server = JSON.stringify(serverMetadata(publicUrl, { readsDocuments: readsClientDocuments }));
  const config = { access: 'public', isCacheable: true, ignoresSession: true } as const;
  const documents = {
    [OAUTH_PATHS.serverMetadata]: server,
    [OAUTH_PATHS.resourceMetadata]: resource,
    [`${OAUTH_PATHS.resourceMetadata}${MCP_PATH}`]: resource,
  };
  for (const [url, text] of Object.entries(documents)) {
    app.get(url, { config, schema: { hide: true } }, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(text),
    );
  }
}

/** RFC 7591. Anybody may: what protects members is that they see where an app's code goes. */
function registrationRoute(app: FastifyInstance, db: Db, { signInRateLimit: rateLimit }: Settings): void {
  const config = { access: 'public', isTokenOnly: true, rateLimit } as const;
  app.post(OAUTH_PATHS.register, { config, schema: { hide: true } }, async ({ body }, reply) => {
    const client = clientOf(body);
    await addClient(db, client);
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(registrationOf(client)));
  });
}

function formRoutes(app: FastifyInstance, db: Db, { publicUrl }: Settings): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, String(body)),
  );
  const options = {
    config: { access: 'public', isTokenOnly: true, takesForms: true },
    schema: { hide: true },
  } as const;

  app.post(OAUTH_PATHS.token, options, async (request, reply) => {
    const tokens = answerOf(request, await exchange(db, readForm(request.body), publicUrl));
    return reply
      .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
      .type('application/json; charset=utf-8')
      .send(
        JSON.stringify({
          access_token: tokens.accessToken,
          token_type: 'Bearer',
          expires_in: ACCESS_SECONDS,
          refresh_token: tokens.refreshToken,
          scope: tokens.scopes.join(' '),
        }),
      );
  });

  // RFC 7009 section 2.2: success also for a token there is not.
  app.post(OAUTH_PATHS.revoke, options, async (request, reply) => {
    const { token, client_id: clientId } = readForm(request.body);
    if (token === undefined || clientId === undefined) {
      throw new OAuthError('invalid_request', 'token and client_id are required.');
    }
    const memberId = await revokeByToken(db, token, clientId);
    if (memberId !== undefined) logSecurityEvent(request.log, 'grant revoked', { memberId, clientId });
    return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send('{}');
  });
}

type Form = ReturnType<typeof readForm>;

/** @throws OAuthError */
async function exchange(
  db: Db,
  form: Form,
  publicUrl: string,
): Promise<Awaited<ReturnType<typeof exchangeRefreshToken>>> {
  const { client_id: clientId } = form;
  if (clientId === undefined) throw new OAuthError('invalid_client', 'client_id is required.');
  const resource = readResource(form.resource, publicUrl);
  if (form.grant_type === 'authorization_code') {
    const { code, code_verifier: verifier, redirect_uri: redirectUri } = form;
    if (code === undefined || verifier === undefined) {
      throw new OAuthError('invalid_request', 'code and code_verifier are required.');
    }
    return await exchangeCode(db, { code, clientId, redirectUri, verifier, resource });
  }
  if (form.grant_type === 'refresh_token') {
    const { refresh_token: refreshToken } = form;
    if (refreshToken === undefined) throw new OAuthError('invalid_request', 'refresh_token is required.');
    const scopes = form.scope?.split(' ').filter((word) => word !== '');
    return await exchangeRefreshToken(db, { refreshToken, clientId, resource, scopes });
  }
  throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
}

/** @throws OAuthError unless there are tokens; what was used twice is told the log as well */
function answerOf(request: FastifyRequest, result: Exchange | { kind: 'exceeds' }) {
  if (result.kind === 'tokens') return result.tokens;
  if (result.kind === 'exceeds') {
    throw new OAuthError('invalid_scope', 'scope must be of what the member allowed.');
  }
  if (result.kind === 'reused') {
    logSecurityEvent(request.log, 'grant revoked: used twice', { memberId: result.memberId });
  }
  throw new OAuthError(
    'invalid_grant',
    'This code or token is unknown, used, expired or not for this client.',
  );
}
