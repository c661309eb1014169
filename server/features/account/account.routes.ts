import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  checkAuth,
  finishGoogleSignIn,
  getUser,
  login,
  logout,
  logoutByLink,
  logoutEverywhere,
  startGoogleSignIn,
} from '#contract/account.ts';
import { SIGN_IN_AGAIN, SIGN_IN_CANCELED } from '#contract/errors.ts';
import type { Db } from '#server/core/database/pool.ts';
import { unauthorized } from '#server/core/http/errors/problems.ts';
import { addNavigation } from '#server/core/http/routing/navigation-routes.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import { themeOf } from '#server/core/http/routing/theme-cookie.ts';
import { isOtherLoopbackName, isSameOriginNavigation } from '#server/core/http/security/same-origin.ts';
import { logSecurityEvent } from '#server/core/logging/security-events.ts';
import { type PageRenderer, plainAssets } from '#server/core/pages/renderer.ts';
import { type TokenCookie, tokenCookie } from '#server/core/sessions/session-cookie.ts';
import {
  areCookiesSecure,
  endSession,
  endSessionsOfMember,
  newToken,
  sessionCookieHeader,
} from '#server/core/sessions/sessions.ts';
import { hasRecentSignIn } from '#server/core/sessions/viewer.ts';
import { removeGrants } from '../oauth/oauth.public.ts';
import { removeTokens } from '../tokens/tokens.public.ts';
import { describeDevice } from './account.device.ts';
import {
  MemberSuspendedError,
  ReauthenticationSkippedError,
  SignInCanceledError,
  SignInError,
  UnfinishedSignInError,
} from './account.errors.ts';
import { createGoogleClient, type GoogleClient, type GoogleSettings } from './account.google.ts';
import { ATTEMPT_MINUTES, findMember } from './account.queries.ts';
import { pageToReturnTo, SUSPENDED, signInUrl } from './account.redirects.ts';
import { beginSignIn, finishSignIn } from './account.sign-in.ts';
import { signOutPage } from './account.sign-out-page.ts';
import { scheduleAccountSweep } from './account.sweep.ts';

interface Dependencies {
  db: Db;
  renderer: PageRenderer;
  /** Of the session. */
  cookie: TokenCookie;
}

interface Settings {
  mode: string;
  publicUrl: string;
  google: GoogleSettings | undefined;
  signInRateLimit: number;
  payments?: { sandbox: object | undefined } | undefined;
}

/** Plain HTTP and a sandbox are allowed on this machine only. */
export function isSandbox({ google, payments }: Pick<Settings, 'google' | 'payments'>): boolean {
  return (google?.issuer.startsWith('http:') ?? false) || payments?.sandbox !== undefined;
}

/** Who is signed in; signing in and out. */
export function accountRoutes(app: FastifyInstance, dependencies: Dependencies, settings: Settings): void {
  const { google } = settings;

  addRoute(app, getUser, { tag: 'account' }, async ({ viewer }) => {
    const member = viewer.kind === 'member' ? await findMember(dependencies.db, viewer.memberId) : undefined;
    if (member === undefined) throw unauthorized();
    return member;
  });

  addRoute(app, checkAuth, { tag: 'account' }, ({ viewer }) => ({
    authenticated: viewer.kind === 'member',
    signInConfigured: google !== undefined,
    isSignInRecent: hasRecentSignIn(viewer),
    isSandbox: isSandbox(settings),
  }));

  addNavigation(app, login, { tag: 'account' }, ({ query }) => signInUrl({ returnUrl: query.returnUrl }));
  signInRoutes(app, dependencies, settings);
  signOutRoutes(app, dependencies, settings);
  scheduleAccountSweep(app, dependencies.db);
}

function signInRoutes(app: FastifyInstance, { db, cookie }: Dependencies, settings: Settings): void {
  const { google, publicUrl, signInRateLimit: rateLimit } = settings;
  const client = google && createGoogleClient(google, `${publicUrl}${finishGoogleSignIn.url}`);
  // Binds the sign-in to a browser: one person's sign-in cannot be finished in another's browser.
  const browserCookie = tokenCookie('sign_in', areCookiesSecure(settings));
  // An outage must end on the sign-in page too, also for requests with a session.
  const options = { tag: 'account', rateLimit, ignoresSession: true };

  /** Runs a step of the sign-in; any error redirects to the sign-in page. */
  async function attempt(
    request: FastifyRequest,
    returnUrl: string | undefined,
    step: (google: GoogleClient) => Promise<string>,
  ): Promise<string> {
    if (client === undefined) return signInUrl({ error: 'google_not_configured', returnUrl });
    try {
      return await step(client);
    } catch (error) {
      const [cause, wanted] =
        error instanceof UnfinishedSignInError ? [error.cause, error.returnUrl] : [error, returnUrl];
      // Nothing failed.
      if (cause instanceof SignInCanceledError)
        return signInUrl({ error: SIGN_IN_CANCELED, returnUrl: wanted });
      logFailure(request, cause);
      if (cause instanceof MemberSuspendedError) return signInUrl({ error: SUSPENDED });
      if (cause instanceof ReauthenticationSkippedError)
        return signInUrl({ error: SIGN_IN_AGAIN, returnUrl: wanted });
      return signInUrl({ error: 'google', id: request.id, returnUrl: wanted });
    }
  }

  addNavigation(app, startGoogleSignIn, options, ({ query, request, reply }) =>
    attempt(request, query.returnUrl, async (google) => {
      // The callback goes to the public URL, where cookies of another host name would be missing.
      if (isOtherLoopbackName(request.headers.host, publicUrl)) return `${publicUrl}${request.url}`;
      const browserToken = browserCookie.read(request.headers.cookie) ?? newToken();
      const returnUrl = pageToReturnTo(query.returnUrl);
      const isReauthentication = query.again === 'true';
      const location = await beginSignIn({ db, google }, { browserToken, returnUrl, isReauthentication });
      reply.header('set-cookie', browserCookie.write(browserToken, ATTEMPT_MINUTES * 60));
      return location;
    }),
  );

  addNavigation(app, finishGoogleSignIn, options, ({ request, reply }) =>
    attempt(request, undefined, async (google) => {
      const { cookie: cookies } = request.headers;
      const { memberId, sessionToken, returnUrl } = await finishSignIn(
        { db, google },
        {
          // Unchanged: it is verified as a whole.
          query: request.url.split('?')[1] ?? '',
          browserToken: browserCookie.read(cookies),
          oldSession: cookie.read(cookies),
          device: describeDevice(request.headers['user-agent']),
        },
      );
      logSecurityEvent(request.log, 'sign-in', { memberId });
      reply.header('set-cookie', sessionCookieHeader(cookie, sessionToken));
      return pageToReturnTo(returnUrl);
    }),
  );
}

/** Logs under the request's id. @returns the page the person wanted, when it is known */
function logFailure(request: FastifyRequest, cause: unknown): void {
  logSecurityEvent(request.log, 'sign-in failed', { memberId: null });
  if (cause instanceof SignInError) request.log.warn({ reason: cause.message }, 'sign-in failed');
  else {
    // Selected fields instead of the whole error: PostgreSQL's errors quote values of rows.
    const { name, message, stack } = cause instanceof Error ? cause : new Error(String(cause));
    request.log.error({ name, reason: message, stack }, 'sign-in failed');
  }
}

function signOutRoutes(
  app: FastifyInstance,
  { db, cookie, renderer }: Dependencies,
  { publicUrl }: Settings,
): void {
  const options = { tag: 'account' };

  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const token = cookie.read(request.headers.cookie);
    if (token !== undefined) await endSession(db, token);
    if (request.viewer.kind === 'member') {
      logSecurityEvent(request.log, 'sign-out', { memberId: request.viewer.memberId });
    }
    if (cookie.isIn(request.headers.cookie)) reply.header('set-cookie', cookie.clear());
    return '/';
  }

  addNavigation(app, logoutByLink, options, async ({ request, reply }) => {
    const isIntended = request.viewer.kind === 'visitor' || isSameOriginNavigation(request, publicUrl);
    if (isIntended) return await signOut(request, reply);
    reply
      .type('text/html; charset=utf-8')
      .send(signOutPage(plainAssets(renderer), themeOf(request.headers.cookie)));
    return undefined;
  });
  addNavigation(app, logout, options, ({ request, reply }) => signOut(request, reply));
  addRoute(app, logoutEverywhere, options, async ({ viewer, request, reply }) => {
    const { memberId } = viewer;
    const tokens = await removeTokens(db, memberId);
    const apps = await removeGrants(db, memberId);
    const ended = await endSessionsOfMember(db, memberId);
    logSecurityEvent(request.log, 'sign-out everywhere', { memberId, ended, tokens, apps });
    reply.header('set-cookie', cookie.clear());
    return { ended, tokens, apps };
  });
}
