import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../database/pool.ts';
import { badRequest, HttpProblem } from '../http/errors/problems.ts';
import { tooManyRequests } from '../http/security/rate-limit.ts';
import type { RateLimiter, RateLimits } from '../http/security/rate-limiter.ts';
import type { TokenCookie } from './session-cookie.ts';
import { challenge, requireScope } from './token-scope.ts';
import { bearerOf, findToken } from './tokens.ts';
import type { FindViewer } from './viewer.ts';

/**
 * The viewer of a token: its member, with the tier of this moment and no role. What is refused here is refused on every
 * route, whoever made it: one that states no scope is no token's.
 * @param options.perMinute calls a minute of all tokens of a member; 0 is no limit
 */
export function viewerOfToken(
  db: Db,
  options: { cookie: TokenCookie; perMinute: number; limits: RateLimits },
): FindViewer {
  const { cookie, perMinute, limits } = options;
  const limiter = perMinute > 0 ? limits.limiter('tokens', perMinute) : undefined;
  return async (request, reply) => {
    // Whose call it were would depend on which of the two is read first.
    if (cookie.isIn(request.headers.cookie)) throw badRequest('Send a token or a session cookie, not both.');
    const found = await findToken(db, bearerOf(request.headers.authorization) ?? '');
    if (found === undefined) throw invalidToken(request, 'is unknown, expired or revoked');
    const { resource, ...token } = found;
    if (resource !== null && resource !== request.routeOptions.config.resource?.uri) {
      throw invalidToken(request, 'is for another address');
    }
    if (limiter !== undefined) await countCall(limiter, token.memberId, reply);
    requireScope(request, token.scopes);
    return { kind: 'member', role: 'member', ...token, isOfGrant: resource !== null };
  };
}

function invalidToken(request: FastifyRequest, why: string): HttpProblem {
  return new HttpProblem(
    401,
    `Unauthorized: this token ${why}.`,
    challenge(request, { error: 'invalid_token' }),
  );
}

async function countCall(limiter: RateLimiter, memberId: string, reply: FastifyReply): Promise<void> {
  const { limit, remaining, resetSeconds, isExceeded } = await limiter.count(memberId);
  reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': resetSeconds,
  });
  if (isExceeded) throw tooManyRequests(resetSeconds);
}
