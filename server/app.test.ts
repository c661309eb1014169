import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { finishGoogleSignIn } from '#contract/account.ts';
import { receiveWebhook } from '#contract/billing.ts';
import { unsubscribe } from '#contract/mail.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

describe('the app', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('every route states who may call it', () => {
    const stated = app.routes.filter(({ method }) => method !== 'HEAD');
    expect(
      stated.map(({ method, url, access, scope }) => [method, url, access, scope].join(' ').trim()).sort(),
    ).toEqual([
      'DELETE /api/account/grants/:grantId member',
      'DELETE /api/account/sessions member',
      'DELETE /api/account/sessions/:sessionId member',
      'DELETE /api/account/tokens/:tokenId member',
      'DELETE /api/admin/canned-answers/:answerId admin',
      'DELETE /api/collections/:collectionId member',
      'DELETE /api/collections/:collectionId/prompts/:promptId member favorites',
      'DELETE /api/comments/:id member comments',
      'DELETE /api/comments/:id/vote member comments',
      'DELETE /api/orders/:id member',
      'DELETE /api/prompts/:id/favorite member favorites',
      'DELETE /api/prompts/:id/vote member',
      'DELETE /api/saved-values/:savedValuesId member',
      'DELETE /api/subscription/unpaid member',
      'DELETE /api/teams/:teamId member',
      'DELETE /api/teams/:teamId/invitations/:invitationId member',
      'DELETE /api/teams/:teamId/members/:membershipId member',
      'DELETE /api/user/recents member',
      'DELETE /api/user/recents/:id member',
      'DELETE /mcp member read',
      'GET /* public',
      'GET /.well-known/oauth-authorization-server public',
      'GET /.well-known/oauth-protected-resource public',
      'GET /.well-known/oauth-protected-resource/mcp public',
      'GET /api/account member',
      'GET /api/account/export member',
      'GET /api/account/grants member',
      'GET /api/account/mail member',
      'GET /api/account/sessions member',
      'GET /api/account/tickets member',
      'GET /api/account/tokens member',
      'GET /api/admin/audit admin',
      'GET /api/admin/canned-answers moderator',
      'GET /api/admin/collections moderator',
      'GET /api/admin/library/prompts moderator',
      'GET /api/admin/library/requests moderator',
      'GET /api/admin/members moderator',
      'GET /api/admin/members/:memberId moderator',
      'GET /api/admin/members/:memberId/payments moderator',
      'GET /api/admin/moderation moderator',
      'GET /api/admin/orders moderator',
      'GET /api/admin/orders/:orderId moderator',
      'GET /api/admin/overview moderator',
      'GET /api/admin/tickets moderator',
      'GET /api/admin/tickets/:ticketId moderator',
      'GET /api/auth/check public',
      'GET /api/auth/google public',
      'GET /api/auth/google/callback public',
      'GET /api/auth/user member',
      'GET /api/categories public read',
      'GET /api/categories/:slug public read',
      'GET /api/categories/:slug/sample public read',
      'GET /api/categories/:slug/topics public read',
      'GET /api/collections member favorites',
      'GET /api/collections/:collectionId member favorites',
      'GET /api/collections/:collectionId/export member favorites',
      'GET /api/favorites member favorites',
      'GET /api/favorites/export member favorites',
      'GET /api/login public',
      'GET /api/logout public',
      'GET /api/mail/unsubscribe public',
      'GET /api/notices member',
      'GET /api/notices/unread member',
      'GET /api/oauth/authorization member',
      'GET /api/orders member',
      'GET /api/orders/:id member',
      'GET /api/orders/:id/bill member',
      'GET /api/orders/:id/messages member',
      'GET /api/prompts/:id member read',
      'GET /api/prompts/:id.json member read',
      'GET /api/prompts/:id.md member read',
      'GET /api/prompts/:id/card public read',
      'GET /api/prompts/:id/changes/:from/:to member read',
      'GET /api/prompts/:id/comments member read',
      'GET /api/prompts/:id/comments/:commentId member read',
      'GET /api/prompts/:id/exemplars member read',
      'GET /api/prompts/:id/export member read',
      'GET /api/prompts/:id/interactions member',
      'GET /api/prompts/:id/related public read',
      'GET /api/prompts/:id/saved-values member',
      'GET /api/prompts/:id/versions member read',
      'GET /api/prompts/:id/versions/:number member read',
      'GET /api/prompts/search public read',
      'GET /api/prompts/search/counts public read',
      'GET /api/prompts/top-rated public read',
      'GET /api/shared-collections/:share public read',
      'GET /api/subscription/bills member',
      'GET /api/subscription/settings public',
      'GET /api/subscription/status member',
      'GET /api/subscription/stay member',
      'GET /api/team-invitations/:invitationId member',
      'GET /api/teams member',
      'GET /api/tickets/:ticketId public',
      'GET /api/tiers public read',
      'GET /api/topics/:categorySlug/:topicSlug public read',
      'GET /api/user/changed-prompts member',
      'GET /api/user/dashboard member',
      'GET /api/user/interactions member',
      'GET /api/user/recents member',
      'GET /assets/* public',
      'GET /category/:slug/feed.xml public',
      'GET /docs/api public',
      'GET /favicon.ico public',
      'GET /feed.xml public',
      'GET /healthz public',
      'GET /manifest.webmanifest public',
      'GET /mcp member read',
      'GET /openapi.json public',
      'GET /readyz public',
      'GET /robots.txt public',
      'GET /sitemap.xml public',
      'GET /social/:category public',
      'GET /social/:category/:topic public',
      'GET /sw.js public',
      'POST /api/account/deletion member',
      'POST /api/account/tokens member',
      'POST /api/admin/canned-answers admin',
      'POST /api/admin/collections/:collectionId/decision moderator',
      'POST /api/admin/delivery-preview moderator',
      'POST /api/admin/incidents/dismissal moderator',
      'POST /api/admin/library/import admin',
      'POST /api/admin/library/import-preview admin',
      'POST /api/admin/mail/:mailId/resending moderator',
      'POST /api/admin/members/:memberId/erasure admin',
      'POST /api/admin/members/:memberId/refund admin',
      'POST /api/admin/members/:memberId/sign-out moderator',
      'POST /api/admin/moderation/:commentId/decision moderator',
      'POST /api/admin/orders/:orderId/delivery moderator',
      'POST /api/admin/orders/:orderId/refund admin',
      'POST /api/admin/orders/:orderId/start moderator',
      'POST /api/admin/tickets/:ticketId/answers moderator',
      'POST /api/admin/tickets/:ticketId/closing moderator',
      'POST /api/admin/tickets/:ticketId/notes moderator',
      'POST /api/collections member',
      'POST /api/collections/:collectionId/copy member',
      'POST /api/collections/:collectionId/link member',
      'POST /api/comments/:id/report member comments',
      'POST /api/comments/:id/vote member comments',
      'POST /api/get-or-create-subscription member',
      'POST /api/logout public',
      'POST /api/logout/everywhere member',
      'POST /api/mail/unsubscribe public',
      'POST /api/notices/read member',
      'POST /api/oauth/authorization member',
      'POST /api/orders member',
      'POST /api/orders/:id/accept member',
      'POST /api/orders/:id/pay member',
      'POST /api/orders/:id/revision member',
      'POST /api/orders/:id/sync member',
      'POST /api/prompt-requests member',
      'POST /api/prompts/:id/comments member comments',
      'POST /api/prompts/:id/copy member copy',
      'POST /api/prompts/:id/favorite member favorites',
      'POST /api/prompts/:id/saved-values member',
      'POST /api/prompts/:id/vote member',
      'POST /api/shared-collections/:share/copy member',
      'POST /api/shared-collections/:share/report member',
      'POST /api/stripe/webhook public',
      'POST /api/subscription/cancel member',
      'POST /api/subscription/change member',
      'POST /api/subscription/change-preview member',
      'POST /api/subscription/pay member',
      'POST /api/subscription/portal member',
      'POST /api/subscription/resume member',
      'POST /api/subscription/stay member',
      'POST /api/subscription/sync member',
      'POST /api/subscription/trial member',
      'POST /api/team-invitations/:invitationId/acceptance member',
      'POST /api/teams member',
      'POST /api/teams/:teamId/invitations member',
      'POST /api/tickets public',
      'POST /api/tickets/:ticketId/confirmation public',
      'POST /api/tickets/:ticketId/replies public',
      'POST /mcp member read',
      'POST /oauth/register public',
      'POST /oauth/revoke public',
      'POST /oauth/token public',
      'PUT /api/account/mail member',
      'PUT /api/account/name member',
      'PUT /api/account/open-in member',
      'PUT /api/admin/canned-answers/:answerId admin',
      'PUT /api/admin/library/prompts/:promptId/featured admin',
      'PUT /api/admin/library/prompts/:promptId/retirement admin',
      'PUT /api/admin/library/requests moderator',
      'PUT /api/admin/members/:memberId/prompts/:promptId admin',
      'PUT /api/admin/members/:memberId/role admin',
      'PUT /api/admin/members/:memberId/suspension moderator',
      'PUT /api/admin/members/:memberId/tier admin',
      'PUT /api/collections/:collectionId member',
      'PUT /api/collections/:collectionId/prompts/:promptId member favorites',
      'PUT /api/collections/:collectionId/prompts/:promptId/note member',
      'PUT /api/collections/:collectionId/prompts/:promptId/position member',
      'PUT /api/collections/:collectionId/sharing member',
      'PUT /api/collections/:collectionId/team member',
      'PUT /api/comments/:id member comments',
      'PUT /api/orders/:id/brief member',
      'PUT /api/subscription/address member',
      'PUT /api/teams/:teamId member',
      'PUT /api/teams/:teamId/members/:membershipId member',
      'PUT /api/user/recents member',
      'PUT /api/user/recents/:id member',
      'PUT /api/user/recents/:id/last-use member',
    ]);
  });

  /** Asking for the head of what signs in or out must do neither. */
  const NAVIGATIONS = [
    '/api/auth/google',
    '/api/auth/google/callback',
    '/api/login',
    '/api/logout',
    '/api/mail/unsubscribe',
  ];

  test('HEAD asks for the same access as GET', () => {
    const accessOf = (wanted: string) =>
      new Map(app.routes.filter(({ method }) => method === wanted).map(({ url, access }) => [url, access]));
    const asked = accessOf('GET');
    for (const url of NAVIGATIONS) expect([url, asked.delete(url)]).toEqual([url, true]);
    expect(accessOf('HEAD')).toEqual(asked);
  });

  test('the app does not start with a route that declares no access', async () => {
    const silent = createTestApp({ extend: (server) => server.get('/silent', () => 'hello') });
    await expect(silent).rejects.toThrow('GET /silent does not state its access.');
  });

  test('members’ routes refuse visitors before they look at what was asked', async () => {
    for (const { method, url } of app.routes.filter(({ access }) => access === 'member')) {
      const address = url.replace(/:\w+/g, '%00nonsense');
      const response = await app.server.inject({
        method: method as 'GET',
        url: `${address}?x[]=${'y'.repeat(500)}`,
        headers: { origin: 'http://localhost:3000' },
      });
      expect([url, response.statusCode]).toEqual([url, 401]);
    }
  });

  test('every address of the API has its entry in the contract, with the same access, and only those', async () => {
    const folder = join(import.meta.dirname, '..', 'contract');
    const files = (await readdir(folder)).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    );
    const stated: string[] = [];
    for (const file of files) {
      const exported: Record<string, unknown> = await import(join(folder, file));
      for (const value of Object.values(exported)) {
        if (typeof value !== 'object' || value === null || !('method' in value && 'url' in value)) continue;
        const { method, url, access } = value as { method: string; url: string; access?: string };
        stated.push(`${method} ${url} ${access}`);
      }
    }
    const served = app.routes
      .filter(({ method, url }) => method !== 'HEAD' && /^\/(?:api\/|healthz|readyz)/.test(url))
      .map(({ method, url, access }) => `${method} ${url} ${access}`);
    expect(stated.sort()).toEqual(served.sort());
  });

  test('every address of the API is in openapi.json, and only those', async () => {
    const document = (await app.get('/openapi.json')).json<{ paths: Record<string, object> }>();
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    const served = app.routes
      .filter(({ method, url }) => method !== 'HEAD' && /^\/(?:api\/|healthz|readyz)/.test(url))
      // To all but staff these are no addresses.
      .filter(({ access }) => access === 'public' || access === 'member')
      // Steps between Google and us, Stripe and us: nobody else's to call.
      .filter(({ url }) => url !== finishGoogleSignIn.url && url !== receiveWebhook.url)
      // Mail programs call it by its RFC; opening it in a browser is documented.
      .filter(({ method, url }) => !(method === unsubscribe.method && url === unsubscribe.url))
      .map(({ method, url }) => `${method} ${url}`);
    expect(documented.sort()).toEqual(served.sort());
  });

  test('the app writes nothing to the console, and Node emits no warning', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;
    const spies = methods.map((method) => vi.spyOn(console, method));
    process.on('warning', onWarning);
    const quiet = await createTestApp();
    try {
      for (const url of [
        '/',
        '/category/fitness',
        '/category/nix',
        '/search?q=fitness',
        '/login',
        '/nix',
        '/terms',
      ]) {
        await quiet.get(url);
        await quiet.get(url, { headers: { cookie: 'session=x; theme=dark' } });
      }
      await quiet.get('/api/prompts/search?q=%00&limit=x');
      await quiet.get('/%');
    } finally {
      await quiet.close();
      process.off('warning', onWarning);
    }
    expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([]);
    expect(warnings.map(String)).toEqual([]);
    for (const spy of spies) spy.mockRestore();
  });
});
