import type { FastifyInstance } from 'fastify';
import { problemSchema } from '#contract/errors.ts';
import { SERVER_LIMITS } from '#contract/limits.ts';
import { allowAuthorization, describeAuthorization, listGrants, revokeGrant } from '#contract/oauth.ts';
import type { Db } from '#server/core/database/pool.ts';
import { badRequest, HttpProblem } from '#server/core/http/errors/problems.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { runAtInterval } from '#server/core/jobs/interval.ts';
import { logSecurityEvent } from '#server/core/logging/security-events.ts';
import { describeConsent, validateAuthorizationRequest } from './oauth.authorization.ts';
import type { FindClient } from './oauth.clients.ts';
import { addCode } from './oauth.exchange.queries.ts';
import { findGrants, removeGrant, sweepOAuth } from './oauth.queries.ts';
import { withParameters } from './oauth.redirects.ts';

const SWEEP_INTERVAL = 3_600_000;

interface Dependencies {
  db: Db;
  limits: ActionLimits;
  findClient: FindClient;
}

const TOO_MANY = {
  409: { description: 'The member has connected as many apps as they may.', schema: problemSchema },
};

/** What members see, allow and end; what apps call is in oauth.endpoints.routes.ts. */
export function oauthRoutes(
  app: FastifyInstance,
  dependencies: Dependencies,
  { publicUrl }: { publicUrl: string },
): void {
  const { db, limits, findClient } = dependencies;
  const change = { tag: 'account', ...limits.of('account') };

  // Reading a client's own description costs a request: bounded, but apart from the changes another site's page could use up.
  const look = { tag: 'account', ...limits.of('authorization') };
  addRoute(app, describeAuthorization, look, async ({ query, request }) => {
    const client = await findClient(query.client_id ?? '', request.log);
    return describeConsent(validateAuthorizationRequest(query, client, publicUrl), publicUrl);
  });

  addRoute(
    app,
    allowAuthorization,
    { ...change, otherResponses: TOO_MANY },
    async ({ viewer, body, request }) => {
      const client = await findClient(body.request.client_id ?? '', request.log);
      const validated = validateAuthorizationRequest(body.request, client, publicUrl);
      if (validated.kind === 'refused') throw badRequest(validated.message);
      const scopes = validated.scopes.filter((scope) => body.scopes.includes(scope));
      if (scopes.length < body.scopes.length) throw badRequest('scopes: holds what the app did not ask for');
      const { memberId } = viewer;
      const { redirectUri, codeChallenge, resource, state } = validated;
      const clientId = validated.client.id;
      const code = await addCode(db, { memberId, clientId, redirectUri, codeChallenge, scopes, resource });
      if (code === undefined) {
        throw new HttpProblem(
          409,
          `You have connected ${SERVER_LIMITS.grants} apps. Disconnect one to connect another.`,
        );
      }
      logSecurityEvent(request.log, 'grant created', { memberId, clientId });
      return { location: withParameters(redirectUri, { code, state, iss: publicUrl }) };
    },
  );

  addRoute(app, listGrants, { tag: 'account' }, async ({ viewer }) => ({
    grants: await findGrants(db, viewer.memberId),
  }));

  addRoute(app, revokeGrant, change, async ({ viewer, params, request }) => {
    const { memberId } = viewer;
    const revoked = await removeGrant(db, memberId, params.grantId);
    if (revoked > 0) logSecurityEvent(request.log, 'grant revoked', { memberId, grantId: params.grantId });
    return { revoked };
  });

  runAtInterval(app, { name: 'oauth', every: SWEEP_INTERVAL, run: () => sweepOAuth(db) });
}
