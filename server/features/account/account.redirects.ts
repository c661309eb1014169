import type { FastifyInstance } from 'fastify';
import { SIGN_IN_AGAIN } from '#contract/errors.ts';
import { safeReturnUrl } from '#contract/return-url.ts';
import { isDataUrl, wantsPage } from '#server/core/http/routing/request-target.ts';
import type { TokenCookie } from '#server/core/sessions/session-cookie.ts';

const LOGIN_PAGE = /^\/login\/?(?:\?|$)/;

/**
 * The page to show after signing in: `/` for anything that is not a page of ours. URLs of the API are not pages: a link
 * that signs people in must not sign them out again.
 */
export function pageToReturnTo(candidate: unknown): string {
  const path = safeReturnUrl(candidate);
  return path === undefined || isDataUrl(path) ? '/' : path;
}

/**
 * Members are redirected from the sign-in page to the page it would have returned them to, unless it has to tell them
 * that they are not signed in well enough.
 */
export function installSignedInRedirect(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.viewer.kind !== 'member' || !LOGIN_PAGE.test(request.url)) return;
    const { returnUrl, error } = Object(request.query);
    if (error === SIGN_IN_AGAIN) return;
    return reply.redirect(pageToReturnTo(returnUrl), 302);
  });
}

/** Error code of the sign-in page for a member whom staff suspended. */
export const SUSPENDED = 'suspended';

/**
 * A suspended member who opens a page is told so, once: the browser forgets the session, and browsing goes on as a
 * visitor's. The session itself is kept, for when the suspension ends on other devices.
 */
export function installSuspendedRedirect(app: FastifyInstance, cookie: TokenCookie): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.isSuspended || !wantsPage(request)) return;
    return reply.header('set-cookie', cookie.clear()).redirect(signInUrl({ error: SUSPENDED }), 302);
  });
}

/**
 * The sign-in page. An unsafe `returnUrl` is left out.
 * @param page.id of the request whose log line says what failed
 */
export function signInUrl(page: { error?: string; id?: string; returnUrl?: unknown }): string {
  const { error, id, returnUrl } = page;
  const query = new URLSearchParams();
  if (error !== undefined) query.set('error', error);
  if (id !== undefined) query.set('id', id);
  const safe = safeReturnUrl(returnUrl);
  if (safe !== undefined) query.set('returnUrl', safe);
  return query.size === 0 ? '/login' : `/login?${query}`;
}
