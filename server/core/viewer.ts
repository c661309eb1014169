import type { Access } from '#contract/endpoint.ts';
import { type Tier, tierRank } from '#contract/tiers.ts';
import { unauthorized } from './http/problems.ts';

/** Who is asking. Everything a prompt shows is a function of (prompt, viewer). */
export type Viewer = { kind: 'visitor' } | { kind: 'member'; memberId: string; tier: Tier };

export const VISITOR: Viewer = { kind: 'visitor' };

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer;
  }
}

/** Visitors match and see what basic members may read, as far as lists and search go (DECISIONS 15). */
export function viewerRank(viewer: Viewer): number {
  return viewer.kind === 'member' ? tierRank(viewer.tier) : tierRank('basic');
}

/** @throws HttpProblem 401 when the endpoint is for members and the viewer is none */
export function requireAccess(access: Access, viewer: Viewer): void {
  if (access === 'member' && viewer.kind !== 'member') throw unauthorized();
}
