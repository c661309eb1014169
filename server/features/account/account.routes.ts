import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { checkAuth, getUser } from '#contract/account.ts';
import { unauthorized } from '#server/core/http/problems.ts';
import { signInUrl } from '#server/core/http/return-url.ts';
import { addRoute } from '#server/core/http/routes.ts';

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

const REDIRECT = z.null().describe('To the page to go on with; `Location` names it.');

/** Who is signed in. Signing in itself comes with the members' issue: until then nobody is. */
export function accountRoutes(app: FastifyInstance): void {
  addRoute(app, getUser, { tag: 'account' }, () => {
    throw unauthorized();
  });

  addRoute(app, checkAuth, { tag: 'account' }, ({ viewer }) => ({
    authenticated: viewer.kind === 'member',
    signInConfigured: false,
  }));

  addNavigation(app, 'GET', '/api/login', 'To the sign-in page.', (returnUrl) => signInUrl({ returnUrl }));
  addNavigation(app, 'GET', '/api/auth/google', 'Starts signing in with Google.', (returnUrl) =>
    signInUrl({ error: 'google_not_configured', returnUrl }),
  );
  // Nobody is signed in yet: there is no session to end, so nothing another site could do by linking here.
  addNavigation(app, 'GET', '/api/logout', 'Signs out, then to the landing page.', () => '/');
  addNavigation(app, 'POST', '/api/logout', 'Signs out, then to the landing page.', () => '/');
}

/** An address people are sent to, not called for data: always answered by a redirect to a page of ours. */
function addNavigation(
  app: FastifyInstance,
  method: 'GET' | 'POST',
  url: string,
  summary: string,
  target: (returnUrl: string | undefined) => string,
): void {
  // After a POST the page must be fetched by GET, which only 303 says.
  const status = method === 'POST' ? 303 : 302;
  app.route<{ Querystring: z.output<typeof returnQuery> }>({
    method,
    url,
    config: { access: 'public' },
    schema: { querystring: returnQuery, response: { [status]: REDIRECT }, summary, tags: ['account'] },
    handler: (request, reply) => reply.redirect(target(request.query.returnUrl), status),
  });
}
