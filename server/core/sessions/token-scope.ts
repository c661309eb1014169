import type { FastifyRequest } from 'fastify';
import type { TokenScope } from '#contract/token-scopes.ts';
import { HttpProblem } from '../http/errors/problems.ts';
import { isForStaff } from '../http/routing/route-access.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What access tokens of grants are for (RFC 8707), and where it is described (RFC 9728). */
    resource?: { uri: string; metadataUrl: string };
  }
}

/** RFC 6750 section 3: why a token was refused; RFC 9728 section 5.1: where to find out how to get one. */
export function challenge(
  { routeOptions: { config } }: FastifyRequest,
  parameters: { error?: string; scope?: string },
): { 'www-authenticate': string } {
  const all = { ...parameters, ...(config.resource && { resource_metadata: config.resource.metadataUrl }) };
  const text = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
  return { 'www-authenticate': ['Bearer', text.join(', ')].join(' ').trim() };
}

/** @throws HttpProblem 403 where the route names no scope, or one that the token lacks */
export function requireScope(request: FastifyRequest, scopes: readonly TokenScope[]): void {
  const { config } = request.routeOptions;
  // To whoever is not staff these are no addresses; the route's own guard says so.
  if (config.access !== undefined && isForStaff(config.access)) return;
  if (config.scope === undefined) throw new HttpProblem(403, 'API tokens can’t be used at this URL.');
  if (scopes.includes(config.scope)) return;
  throw new HttpProblem(
    403,
    `This token lacks the scope ${config.scope}.`,
    challenge(request, { error: 'insufficient_scope', scope: config.scope }),
  );
}
