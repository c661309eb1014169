import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '#contract/endpoint.ts';
import { SIGN_IN_AGAIN } from '#contract/errors.ts';
import { hasRole, type Role } from '#contract/roles.ts';
import { type Tier, tierRank } from '#contract/tiers.ts';
import type { TokenScope } from '#contract/token-scopes.ts';
import type { Db } from '../database/pool.ts';
import { HttpProblem, notFound, unauthorized } from '../http/errors/problems.ts';
import { isServedInAnyState } from '../readiness.ts';
import type { TokenCookie } from './session-cookie.ts';
import { findSession, sessionCookieHeader } from './sessions.ts';
import { requireScope } from './token-scope.ts';
import { bearerOf } from './tokens.ts';

/** The sender of a request. Everything a prompt shows is a function of (prompt, viewer). */
export type Viewer = { kind: 'visitor' } | SessionMember | TokenMember;

interface SignedIn {
  kind: 'member';
  memberId: string;
  /** The best of a paid plan, a running trial, and a tier granted by staff. */
  tier: Tier;
  /** Any of these is behind it: export is open. Paid Basic reads what free Basic reads. */
  hasPaidPlan: boolean;
  /** What they may do for the library. */
  role: Role;
}

/** A member in their browser. */
export interface SessionMember extends SignedIn {
  /** The one of the member's sessions that asks. */
  sessionId: string;
  /** How long ago they signed in. */
  sessionSeconds: number;
  /** How long ago they proved to the provider who they are; null where it was not asked. */
  provenSeconds: number | null;
}

/** A member's program. */
interface TokenMember extends SignedIn {
  role: 'member';
  scopes: readonly TokenScope[];
  /** The program has it by a consent (OAuth), not from the member's page for tokens. */
  isOfGrant: boolean;
}

export const VISITOR: Viewer = { kind: 'visitor' };

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer;
    /** The session belongs to a suspended member, so the viewer is a visitor. */
    isSuspended: boolean;
  }
  interface FastifyContextConfig {
    /** The viewer is a visitor there, and the database is not queried. */
    ignoresSession?: boolean;
    /** For machines that sign their requests: they send no origin, and their address is not counted. */
    isSigned?: boolean;
    /** A session is none there: for programs, which may send a token, from anywhere. */
    isTokenOnly?: boolean;
    /** Bodies are forms (urlencoded), as OAuth has them: only where no session counts. */
    takesForms?: boolean;
  }
}

/** Finds the viewer of a request. */
export type FindViewer = (request: FastifyRequest, reply: FastifyReply) => Promise<Viewer>;

/**
 * Sets the viewer of every request, before any guard or handler. Without a session or token it is a visitor, and the database
 * is not queried; so it is for probes, which have to respond while the database is away. Internal calls have the
 * viewer of the outer request.
 */
export function installViewer(
  app: FastifyInstance,
  options: { cookie: TokenCookie; findViewer: FindViewer; findViewerOfToken: FindViewer },
): void {
  const { cookie, findViewer, findViewerOfToken } = options;
  app.addHook('onRequest', (request, reply, done) => {
    const known = request.internalCall?.viewer;
    request.viewer = known ?? VISITOR;
    request.isSuspended = false;
    // What a token's call asks for in its turn needs the scope as well.
    if (known !== undefined && 'scopes' in known) requireScope(request, known.scopes);
    const { ignoresSession, isTokenOnly } = request.routeOptions.config;
    if (known !== undefined || ignoresSession || isServedInAnyState(request.url)) return done();
    const hasToken = bearerOf(request.headers.authorization) !== undefined && !request.is404;
    const hasSession = !isTokenOnly && cookie.read(request.headers.cookie) !== undefined;
    if (!hasToken && !hasSession) return done();
    (hasToken ? findViewerOfToken : findViewer)(request, reply).then((viewer) => {
      request.viewer = viewer;
      done();
    }, done);
  });
}

/**
 * The viewer of a session cookie; one indexed query. Each request asks anew, because a session may have been ended or a
 * tier have changed a moment ago. An extended session is extended in the browser too.
 */
export function viewerOfSession(db: Db, cookie: TokenCookie): FindViewer {
  return async (request, reply) => {
    const token = cookie.read(request.headers.cookie);
    const session = token === undefined ? undefined : await findSession(db, token);
    if (token === undefined || session === undefined) return VISITOR;
    if (session.isSuspended) {
      request.isSuspended = true;
      return VISITOR;
    }
    if (session.isExtended) reply.header('set-cookie', sessionCookieHeader(cookie, token));
    const {
      memberId,
      sessionId,
      tier,
      hasPaidPlan,
      role,
      ageSeconds: sessionSeconds,
      provenSeconds,
    } = session;
    return { kind: 'member', memberId, sessionId, tier, hasPaidPlan, role, sessionSeconds, provenSeconds };
  };
}

/** Visitors match and see what basic members may read, as far as lists and search go. */
export function viewerRank(viewer: Viewer): number {
  return viewer.kind === 'member' ? tierRank(viewer.tier) : tierRank('basic');
}

/**
 * @throws HttpProblem 401 when the endpoint is for members and the viewer is a visitor; 404 where it is for staff and
 *   they are none: an address they do not have
 */
export function requireAccess(access: Access, viewer: Viewer): void {
  if (access === 'public') return;
  if (access === 'member') {
    if (viewer.kind !== 'member') throw unauthorized();
    return;
  }
  if (viewer.kind !== 'member' || !hasRole(viewer.role, access)) throw notFound('Resource');
}

/** A sign-in this old is no proof that the person is still there. */
const RECENT_SIGN_IN_SECONDS = 15 * 60;

/** Of staff it has to be one for which the provider asked the person; it lets a browser that is signed in there pass. */
export function isSignInRecent(viewer: Viewer): boolean {
  if (!('sessionSeconds' in viewer)) return false;
  const seconds = viewer.role === 'member' ? viewer.sessionSeconds : viewer.provenSeconds;
  return seconds !== null && seconds <= RECENT_SIGN_IN_SECONDS;
}

/** @throws HttpProblem 403 with `code: 'sign_in_again'` */
export function requireRecentSignIn(viewer: Viewer): void {
  if (isSignInRecent(viewer)) return;
  throw new HttpProblem(403, 'Sign in again to continue.', {}, { code: SIGN_IN_AGAIN });
}
