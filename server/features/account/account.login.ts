import type { FastifyInstance } from 'fastify';
import { isDataAddress } from '#server/core/http/addresses.ts';
import { safeReturnUrl } from '#server/core/http/return-url.ts';

const LOGIN_PAGE = /^\/login\/?(?:\?|$)/;

/**
 * The page to go on with after signing in: `/` for whatever is no page of ours. Addresses of the API are none:
 * a link that signs people in must not sign them out again.
 */
export function pageToReturnTo(candidate: unknown): string {
  const path = safeReturnUrl(candidate);
  return path === undefined || isDataAddress(path) ? '/' : path;
}

/** Members have no use for the sign-in page: they go on to where it would have brought them (DECISIONS 17). */
export function installSignedInRedirect(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.viewer.kind !== 'member' || !LOGIN_PAGE.test(request.url)) return;
    const { returnUrl } = Object(request.query);
    return reply.redirect(pageToReturnTo(returnUrl), 302);
  });
}
