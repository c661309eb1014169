import type { FastifyRequest } from 'fastify';
import type { TokenScope } from '#contract/token-scopes.ts';
import { HttpProblem } from '../http/errors/problems.ts';
import { isForStaff } from '../http/routing/route-access.ts';

/** RFC 6750 section 3: why a token was refused. */
export const challenge = (error: string, scope?: string) => ({
  'www-authenticate': `Bearer error="${error}"${scope === undefined ? '' : `, scope="${scope}"`}`,
});

/** @throws HttpProblem 403 where the route names no scope, or one that the token lacks */
export function requireScope(
  { routeOptions: { config } }: FastifyRequest,
  scopes: readonly TokenScope[],
): void {
  // To whoever is not staff these are no addresses; the route's own guard says so.
  if (config.access !== undefined && isForStaff(config.access)) return;
  if (config.scope === undefined) throw new HttpProblem(403, 'Tokens do not reach this address.');
  if (scopes.includes(config.scope)) return;
  throw new HttpProblem(
    403,
    `This token lacks the scope ${config.scope}.`,
    challenge('insufficient_scope', config.scope),
  );
}
