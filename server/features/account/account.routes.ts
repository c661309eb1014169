import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { checkAuth, getUser } from '#contract/account.ts';
import type { Access } from '#contract/endpoint.ts';
import type { Db } from '#server/core/database/pool.ts';
import { unauthorized } from '#server/core/http/problems.ts';
import { signInUrl } from '#server/core/http/return-url.ts';
import { addRoute } from '#server/core/http/routes.ts';
import { isNavigationFromHere, isOtherLoopbackName } from '#server/core/http/same-origin.ts';
import { themeOf } from '#server/core/http/theme.ts';
import type { PageRenderer } from '#server/core/pages/renderer.ts';
import { areCookiesSecure, endSession, keepSession, newToken } from '#server/core/sessions.ts';
import { type TokenCookie, tokenCookie } from '#server/core/sessions-cookie.ts';
import { SignInFailure, UnfinishedSignIn } from './account.failure.ts';
import { createGoogleClient, type GoogleClient, type GoogleSettings } from './account.google.ts';
import { pageToReturnTo } from './account.login.ts';
import { ATTEMPT_MINUTES, findMember } from './account.queries.ts';
import { beginSignIn, finishSignIn } from './account.sign-in.ts';
import { signOutPage } from './account.sign-out-page.ts';
import { sweepRegularly } from './account.sweep.ts';

const CALLBACK = '/api/auth/google/callback';

interface Parts {
  db: Db;
  renderer: PageRenderer;
  /** The session's. */
  cookie: TokenCookie;
}

interface Settings {
  mode: string;
  publicUrl: string;
  google: GoogleSettings | undefined;
  signInRateLimit: number;
  payments?: { sandbox: object | undefined } | undefined;
}

/** Who is signed in; signing in and out. */
export function accountRoutes(app: FastifyInstance, parts: Parts, settings: Settings): void {
  const { google } = settings;

  addRoute(app, getUser, { tag: 'account' }, async ({ viewer }) => {
    const member = viewer.kind === 'member' ? await findMember(parts.db, viewer.memberId) : undefined;
    if (member === undefined) throw unauthorized();
    return member;
  });

  addRoute(app, checkAuth, { tag: 'account' }, ({ viewer }) => ({
    authenticated: viewer.kind === 'member',
    signInConfigured: google !== undefined,
    // Neither Google nor Stripe is on this machine, and nobody else can reach what is.
    isSandbox: (google?.issuer.startsWith('http:') ?? false) || settings.payments?.sandbox !== undefined,
  }));

  addNavigation(app, 'GET', '/api/login', 'To the sign-in page.', (request) =>
    signInUrl({ returnUrl: returnUrlOf(request) }),
  );
  signInRoutes(app, parts, settings);
  signOutRoutes(app, parts, settings);
  sweepRegularly(app, parts.db);
}

function signInRoutes(app: FastifyInstance, { db, cookie }: Parts, settings: Settings): void {
  const { google, publicUrl, signInRateLimit: rateLimit } = settings;
  const client = google && createGoogleClient(google, `${publicUrl}${CALLBACK}`);
  // Bound to a browser: a sign-in begun by one person cannot be finished in another's browser.
  const browserCookie = tokenCookie('sign_in', areCookiesSecure(settings));

  function addStep(
    url: `/${string}`,
    summary: string,
    options: { isHidden?: boolean },
    step: (google: GoogleClient, call: Call) => Promise<string>,
  ) {
    addNavigation(
      app,
      'GET',
      url,
      summary,
      async (request, reply) => {
        const returnUrl = returnUrlOf(request);
        if (client === undefined) return signInUrl({ error: 'google_not_configured', returnUrl });
        try {
          return await step(client, { request, reply });
        } catch (error) {
          return signInUrl({
            error: 'google',
            id: request.id,
            returnUrl: tellFailure(request, error) ?? returnUrl,
          });
        }
      },
      // An outage must end on the sign-in page too, also for whoever has a session already.
      { ...options, rateLimit, ignoresSession: true },
    );
  }

  addStep('/api/auth/google', 'Starts signing in with Google.', {}, async (google, { request, reply }) => {
    // The browser comes back to the public address, and would not show it cookies of another name.
    if (isOtherLoopbackName(request.headers.host, publicUrl)) return `${publicUrl}${request.url}`;
    const browserToken = browserCookie.read(request.headers.cookie) ?? newToken();
    const location = await beginSignIn(
      { db, google },
      { browserToken, returnUrl: pageToReturnTo(returnUrlOf(request)) },
    );
    reply.header('set-cookie', browserCookie.write(browserToken, ATTEMPT_MINUTES * 60));
    return location;
  });

  addStep(
    CALLBACK,
    'Where Google sends the browser back to.',
    { isHidden: true },
    async (google, { request, reply }) => {
      const { cookie: cookies } = request.headers;
      const { sessionToken, returnUrl } = await finishSignIn(
        { db, google },
        {
          query: request.url.split('?')[1] ?? '',
          browserToken: browserCookie.read(cookies),
          oldSession: cookie.read(cookies),
        },
      );
      reply.header('set-cookie', keepSession(cookie, sessionToken));
      return pageToReturnTo(returnUrl);
    },
  );
}

/** Into the log, under the request's id. @returns the page the person wanted, when the sign-in knew it */
function tellFailure(request: FastifyRequest, error: unknown): string | undefined {
  const cause = error instanceof UnfinishedSignIn ? error.cause : error;
  const returnUrl = error instanceof UnfinishedSignIn ? error.returnUrl : undefined;
  if (cause instanceof SignInFailure) request.log.warn({ reason: cause.message }, 'sign-in failed');
  else {
    // Chosen fields instead of the error whole: PostgreSQL's errors quote values of rows.
    const { name, message, stack } = cause instanceof Error ? cause : new Error(String(cause));
    request.log.error({ name, reason: message, stack }, 'sign-in failed');
  }
  return returnUrl;
}

function signOutRoutes(app: FastifyInstance, { db, cookie, renderer }: Parts, { publicUrl }: Settings): void {
  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const token = cookie.read(request.headers.cookie);
    if (token !== undefined) await endSession(db, token);
    if (cookie.isIn(request.headers.cookie)) reply.header('set-cookie', cookie.clear());
    return '/';
  }
  const summary = 'Signs out, then to the landing page.';
  addNavigation(
    app,
    'GET',
    '/api/logout',
    `${summary} Asks first when another site sent the browser here.`,
    async (request, reply) => {
      const isMeant = request.viewer.kind === 'visitor' || isNavigationFromHere(request, publicUrl);
      if (isMeant) return await signOut(request, reply);
      reply
        .type('text/html; charset=utf-8')
        .send(signOutPage(renderer.assets, themeOf(request.headers.cookie)));
      return undefined;
    },
  );
  addNavigation(app, 'POST', '/api/logout', summary, signOut);
}

/**
 * Where to go after signing in. Whatever is no path on this host is dropped, never refused: a person follows this
 * link, and an error page would not help them in.
 */
const returnQuery = z.object({
  returnUrl: z
    .string()
    .optional()
    .catch(undefined)
    .describe('Path on this host to come back to; anything else is ignored.'),
});

const returnUrlOf = ({ query }: FastifyRequest): string | undefined => returnQuery.parse(query).returnUrl;

const REDIRECT = z.null().describe('To the page to go on with; `Location` names it.');

interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * An address people are sent to, not called for data: answered by a redirect to the page `target` names, unless
 * that has answered itself. No HEAD: asking what would happen must not make it happen.
 */
function addNavigation(
  app: FastifyInstance,
  method: 'GET' | 'POST',
  url: `/${string}`,
  summary: string,
  target: (request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined> | string,
  options: { isHidden?: boolean; rateLimit?: number; ignoresSession?: boolean } = {},
): void {
  // After a POST the page must be fetched by GET, which only 303 says.
  const status = method === 'POST' ? 303 : 302;
  const { isHidden: hide = false, rateLimit = 0, ignoresSession = false } = options;
  app.route({
    method,
    url,
    exposeHeadRoute: false,
    config: { access: 'public' satisfies Access, rateLimit, ignoresSession },
    schema: { querystring: returnQuery, response: { [status]: REDIRECT }, summary, tags: ['account'], hide },
    handler: async (request, reply) => {
      const location = await target(request, reply);
      return location === undefined ? reply : reply.redirect(location, status);
    },
  });
}
