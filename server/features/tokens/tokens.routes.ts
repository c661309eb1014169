import type { FastifyInstance } from 'fastify';
import { problemSchema } from '#contract/errors.ts';
import { LIMITS } from '#contract/limits.ts';
import { createToken, listTokens, revokeToken } from '#contract/tokens.ts';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { runAtInterval } from '#server/core/jobs/interval.ts';
import { logSecurityEvent } from '#server/core/logging/security-events.ts';
import { newApiToken } from '#server/core/sessions/tokens.ts';
import { hasRecentSignIn } from '#server/core/sessions/viewer.ts';
import { addToken, findTokens, removeToken, sweepTokens } from './tokens.queries.ts';

const SWEEP_INTERVAL = 3_600_000;

const TOO_MANY = {
  409: { description: 'The member has as many tokens as they may have.', schema: problemSchema },
};

/** What members see and change of their tokens; what a token may call is stated by each endpoint. */
export function tokenRoutes(app: FastifyInstance, { db, limits }: { db: Db; limits: ActionLimits }): void {
  const change = { tag: 'account', ...limits.of('account') };

  addRoute(app, listTokens, { tag: 'account' }, async ({ viewer }) => ({
    tokens: await findTokens(db, viewer.memberId),
    needsSignIn: !hasRecentSignIn(viewer),
  }));

  addRoute(app, createToken, { ...change, otherResponses: TOO_MANY }, async ({ viewer, body, request }) => {
    const { memberId } = viewer;
    const token = newApiToken();
    const added = await addToken(db, memberId, { token, ...body });
    if (added === undefined) {
      throw new HttpProblem(409, `You have ${LIMITS.tokens} tokens. Revoke one to make another.`);
    }
    logSecurityEvent(request.log, 'token created', { memberId, tokenId: added.id });
    return { ...added, token };
  });

  addRoute(app, revokeToken, change, async ({ viewer, params, request }) => {
    const { memberId } = viewer;
    const revoked = await removeToken(db, memberId, params.tokenId);
    if (revoked > 0) logSecurityEvent(request.log, 'token revoked', { memberId, tokenId: params.tokenId });
    return { revoked };
  });

  runAtInterval(app, { name: 'tokens', every: SWEEP_INTERVAL, run: () => sweepTokens(db) });
}
