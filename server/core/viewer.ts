import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '#contract/endpoint.ts';
import { type Tier, tierRank } from '#contract/tiers.ts';
import type { Db } from './database/pool.ts';
import { internalViewer } from './http/internal-call.ts';
import { unauthorized } from './http/problems.ts';
import { isAlwaysAnswered } from './readiness.ts';
import { findSession, keepSession } from './sessions.ts';
import type { TokenCookie } from './sessions-cookie.ts';

/** Who is asking. Everything a prompt shows is a function of (prompt, viewer). */
export type Viewer =
  | { kind: 'visitor' }
  | {
      kind: 'member';
      memberId: string;
      /** The best of what is paid for, a trial that runs, and what an administrator gave. */
      tier: Tier;
      /** Any of these is behind it: export is open. Paid Basic reads what free Basic reads (DECISIONS 2). */
      hasPaidPlan: boolean;
    };

export const VISITOR: Viewer = { kind: 'visitor' };

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer;
  }
  interface FastifyContextConfig {
    /** Whoever asks is a visitor there, and the database is not asked. */
    ignoresSession?: boolean;
    /** For a machine that proves itself by a signature: it has no origin, and its address is not counted. */
    isSigned?: boolean;
  }
}

/** Says who asks. */
export type FindViewer = (request: FastifyRequest, reply: FastifyReply) => Promise<Viewer>;

/**
 * Says for every request who asks, before any guard or handler. Who brings no session is a visitor without the
 * database being asked; so are the probes, which have to answer while it is away. What the app asks itself while
 * drawing a page is asked by the page's viewer.
 */
export function installViewer(
  app: FastifyInstance,
  options: { cookie: TokenCookie; findViewer: FindViewer; internalToken: string },
): void {
  const { cookie, findViewer, internalToken } = options;
  app.addHook('onRequest', (request, reply, done) => {
    const known = internalViewer(request, internalToken);
    request.viewer = known ?? VISITOR;
    const hasSession = known === undefined && cookie.read(request.headers.cookie) !== undefined;
    const isIgnored = request.routeOptions.config?.ignoresSession || isAlwaysAnswered(request.url);
    if (!hasSession || isIgnored) return done();
    findViewer(request, reply).then((viewer) => {
      request.viewer = viewer;
      done();
    }, done);
  });
}

/** The viewer a session cookie stands for; one indexed query. A prolonged session is prolonged in the browser too. */
export function viewerOfSession(db: Db, cookie: TokenCookie): FindViewer {
  return async (request, reply) => {
    const token = cookie.read(request.headers.cookie);
    const session = token === undefined ? undefined : await findSession(db, token);
    if (token === undefined || session === undefined) return VISITOR;
    if (session.isProlonged) reply.header('set-cookie', keepSession(cookie, token));
    const { memberId, tier, hasPaidPlan } = session;
    return { kind: 'member', memberId, tier, hasPaidPlan };
  };
}

/** Visitors match and see what basic members may read, as far as lists and search go (DECISIONS 15). */
export function viewerRank(viewer: Viewer): number {
  return viewer.kind === 'member' ? tierRank(viewer.tier) : tierRank('basic');
}

/** @throws HttpProblem 401 when the endpoint is for members and the viewer is none */
export function requireAccess(access: Access, viewer: Viewer): void {
  if (access === 'member' && viewer.kind !== 'member') throw unauthorized();
}
