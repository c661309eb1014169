import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { finishGoogleSignIn } from '#contract/account.ts';
import { receiveWebhook } from '#contract/billing.ts';
import { unsubscribe } from '#contract/mail.ts';
import { findViolations } from './testing/import-rules.ts';
import { makeSource, readSources } from './testing/read-sources.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

describe('who may import whom, and what stands where', () => {
  test('every file keeps to it', async () => {
    const sources = await readSources();
    expect(sources.length).toBeGreaterThan(100);
    expect(findViolations(sources)).toEqual([]);
  });

  /** The rules themselves: one that never reports guards nothing. */
  test.each([
    ['contract/search.ts', "import { x } from 'fastify';", 'imports fastify'],
    ['contract/search.ts', "import type { Db } from '#server/core/database/pool.ts';", 'imports server/'],
    [
      'server/core/sessions/viewer.ts',
      "import { readConfig } from '../../config.ts';",
      'imports server/config.ts',
    ],
    [
      'server/core/sessions/viewer.ts',
      "import { x } from '../../features/account/account.public.ts';",
      'imports server/features/',
    ],
    [
      'server/features/search/search.a.ts',
      "import { x } from '../catalog/catalog.queries.ts';",
      'imports server/features/',
    ],
    [
      'server/features/search/search.a.ts',
      "import { x } from '#server/config.ts';",
      'imports server/config.ts',
    ],
    ['server/app.ts', `const page = await ${'import'}('#web/router.tsx');`, 'imports web/router.tsx'],
    [
      'server/app.ts',
      "import { createTestApp } from './testing/test-app.ts';",
      'imports server/testing/test-app.ts',
    ],
    ['server/main.ts', "import { buildWhenNeeded } from '../scripts/build.ts';", 'imports scripts/build.ts'],
    ['server/main.ts', "import { google } from '../sandbox/google.ts';", 'imports sandbox/google.ts'],
    [
      'server/features/billing/testing/x.ts',
      "import '../../../../sandbox/stripe/testing/sandbox.ts';",
      'knows nothing else of it',
    ],
    ['sandbox/testing/x.ts', "import '#server/testing/test-app.ts';", 'do not use the server’s'],
    ['web/router.tsx', "import { x } from '#server/app.ts';", 'imports server/app.ts'],
    [
      'web/features/search/a.ts',
      "import { x } from '#web/features/catalog/catalog.queries.ts';",
      'imports web/features/',
    ],
    [
      'web/features/search/a.ts',
      "import { x } from '#web/layout/shell/page-shell.tsx';",
      'imports web/layout/',
    ],
    ['web/features/search/a.ts', "import { x } from '#web/router.tsx';", 'imports web/router.tsx'],
    [
      'web/ui/link.tsx',
      "import {\n  Link,\n} from '@tanstack/react-router';",
      'imports @tanstack/react-router',
    ],
    ['web/ui/link.tsx', "import '#web/api/client.ts';", 'imports web/api/client.ts'],
    ['web/api/client.ts', "import { x } from '#web/paths.ts';", 'imports web/paths.ts'],
    ['web/layout/a.tsx', "export { x } from '#web/pages/landing/landing-page.tsx';", 'imports web/pages/'],
    ['web/pages/a/a.tsx', "import { x } from '#web/routes/index.tsx';", 'imports web/routes/'],
    ['server/features/search/search.routes.ts', "import { sql } from 'kysely';", 'SQL belongs'],
    ['server/features/search/search.public.ts', "await db.selectFrom('prompts')", 'SQL belongs'],
    ['server/prepare-database.ts', "await pool.query('select 1')", 'SQL belongs'],
    ['server/features/search/search.public.ts', 'addRoute(app, x)', 'HTTP belongs'],
    ['server/core/pages/pages.ts', "process.env['PORT']", 'the environment'],
    ['web/pages/a/a.tsx', "await fetch('/api')", 'only fetch'],
    ['web/features/votes/a.ts', 'send(`/api/prompts/`)', 'through the contract'],
    ['server/core/x.ts', "export * from './y.ts';", 'no barrels'],
    ['web/ui/index.ts', '', 'no barrels'],
    ['server/core/utils.ts', '', 'a name must say'],
    ['web/helpers/dates.ts', '', 'a name must say'],
    ['web/pages/search-page.tsx', '', 'a page is a folder'],
    ['server/features/search/search-page.ts', '', 'feature.role.ts'],
    ['server/features/search/find.queries.ts', '', 'feature.role.ts'],
    ['server/features/billing/jobs/sweep.ts', '', 'feature.role.ts'],
    ['server/core/late.test.ts', '', 'a test carries the name'],
    ['scripts/build.ts', "import '../server/testing/test-app.ts';", 'imports server/testing/test-app.ts'],
    ['server/testing/x.ts', "import '../features/search/search.plan.ts';", 'the internals of one feature'],
    ['server/features/search/search.a.ts', "import './search.public.ts';", 'is for other features'],
    ['server/core/x.ts', "import type { X } from './x.ts';", 'no import cycles'],
  ])('%s with %j is reported', (path, code, message) => {
    const violations = findViolations([makeSource(path, code)]);
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(message);
  });

  test.each([
    ['server/features/search/search.a.ts', "import { x } from '../catalog/catalog.public.ts';"],
    ['server/features/search/search.queries.ts', "import { sql } from 'kysely';"],
    ['server/features/search/search.a.test.ts', "import { x } from '../catalog/catalog.queries.ts';"],
    [
      'web/features/search/a.tsx',
      "import { Link } from '@tanstack/react-router';\nimport { x } from '#web/paths.ts';",
    ],
    ['server/features/billing/jobs/jobs.periodic.ts', ''],
    ['server/features/billing/testing/x.ts', "import '../../../../sandbox/stripe/start.ts';"],
    ['sandbox/main.ts', "import '#server/config.ts';"],
    ['web/pages/a/a.tsx', '  // await fetch() is not here\n/** nor fetch(here) */'],
    ['web/api/client.ts', "await fetch('/api')"],
    ['server/config.ts', 'process.env'],
    ['server/prepare-database.ts', "await client.query('begin')"],
  ])('%s with %j is as it should be', (path, code) => {
    expect(findViolations([makeSource(path, code)])).toEqual([]);
  });
});

test('a cycle is found however long it is, once, and only its files are named', () => {
  const sources = [
    makeSource('contract/a.ts', "import './b.ts';"),
    makeSource('contract/b.ts', "import type { C } from './c.ts';\nimport './d.ts';"),
    makeSource('contract/c.ts', "export { a } from './a.ts';"),
    makeSource('contract/d.ts', "import { z } from 'zod';"),
  ];
  expect(findViolations(sources)).toEqual([
    'contract/a.ts → contract/b.ts → contract/c.ts → contract/a.ts: no import cycles, type-only ones included',
  ]);
});

describe('the app', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('every route states who may call it', () => {
    const stated = app.routes.filter(({ method }) => method !== 'HEAD');
    expect(stated.map(({ method, url, access }) => `${method} ${url} ${access}`).sort()).toEqual([
      'DELETE /api/account/sessions member',
      'DELETE /api/account/sessions/:sessionId member',
      'DELETE /api/comments/:id member',
      'DELETE /api/comments/:id/vote member',
      'DELETE /api/prompts/:id/favorite member',
      'DELETE /api/prompts/:id/vote member',
      'DELETE /api/user/recents member',
      'GET /* public',
      'GET /api/account member',
      'GET /api/account/export member',
      'GET /api/account/mail member',
      'GET /api/account/sessions member',
      'GET /api/account/tickets member',
      'GET /api/admin/audit admin',
      'GET /api/admin/members moderator',
      'GET /api/admin/members/:memberId moderator',
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
      'GET /api/categories public',
      'GET /api/categories/:slug public',
      'GET /api/categories/:slug/sample public',
      'GET /api/categories/:slug/topics public',
      'GET /api/favorites member',
      'GET /api/favorites/export member',
      'GET /api/login public',
      'GET /api/logout public',
      'GET /api/mail/unsubscribe public',
      'GET /api/notices member',
      'GET /api/notices/unread member',
      'GET /api/orders member',
      'GET /api/orders/:id member',
      'GET /api/prompts/:id member',
      'GET /api/prompts/:id/card public',
      'GET /api/prompts/:id/comments member',
      'GET /api/prompts/:id/comments/:commentId member',
      'GET /api/prompts/:id/exemplars member',
      'GET /api/prompts/:id/export member',
      'GET /api/prompts/:id/interactions member',
      'GET /api/prompts/:id/related public',
      'GET /api/prompts/search public',
      'GET /api/prompts/search/counts public',
      'GET /api/prompts/top-rated public',
      'GET /api/subscription/bills member',
      'GET /api/subscription/settings public',
      'GET /api/subscription/status member',
      'GET /api/tickets/:ticketId public',
      'GET /api/tiers public',
      'GET /api/topics/:categorySlug/:topicSlug public',
      'GET /api/user/dashboard member',
      'GET /api/user/interactions member',
      'GET /api/user/recents member',
      'GET /assets/* public',
      'GET /docs/api public',
      'GET /favicon.ico public',
      'GET /healthz public',
      'GET /manifest.webmanifest public',
      'GET /openapi.json public',
      'GET /readyz public',
      'GET /robots.txt public',
      'GET /sitemap.xml public',
      'GET /social/:category public',
      'GET /social/:category/:topic public',
      'POST /api/account/deletion member',
      'POST /api/admin/delivery-preview moderator',
      'POST /api/admin/members/:memberId/erasure admin',
      'POST /api/admin/members/:memberId/sign-out moderator',
      'POST /api/admin/moderation/:commentId/decision moderator',
      'POST /api/admin/orders/:orderId/delivery moderator',
      'POST /api/admin/orders/:orderId/start moderator',
      'POST /api/admin/tickets/:ticketId/answers moderator',
      'POST /api/admin/tickets/:ticketId/closing moderator',
      'POST /api/admin/tickets/:ticketId/notes moderator',
      'POST /api/comments/:id/report member',
      'POST /api/comments/:id/vote member',
      'POST /api/get-or-create-subscription member',
      'POST /api/logout public',
      'POST /api/logout/everywhere member',
      'POST /api/mail/unsubscribe public',
      'POST /api/notices/read member',
      'POST /api/orders member',
      'POST /api/orders/:id/accept member',
      'POST /api/orders/:id/pay member',
      'POST /api/orders/:id/revision member',
      'POST /api/orders/:id/sync member',
      'POST /api/prompt-requests member',
      'POST /api/prompts/:id/comments member',
      'POST /api/prompts/:id/copy member',
      'POST /api/prompts/:id/favorite member',
      'POST /api/prompts/:id/vote member',
      'POST /api/stripe/webhook public',
      'POST /api/subscription/cancel member',
      'POST /api/subscription/change member',
      'POST /api/subscription/change-preview member',
      'POST /api/subscription/pay member',
      'POST /api/subscription/portal member',
      'POST /api/subscription/resume member',
      'POST /api/subscription/sync member',
      'POST /api/subscription/trial member',
      'POST /api/tickets public',
      'POST /api/tickets/:ticketId/confirmation public',
      'POST /api/tickets/:ticketId/replies public',
      'PUT /api/account/mail member',
      'PUT /api/account/name member',
      'PUT /api/admin/members/:memberId/prompts/:promptId admin',
      'PUT /api/admin/members/:memberId/role admin',
      'PUT /api/admin/members/:memberId/suspension moderator',
      'PUT /api/admin/members/:memberId/tier admin',
      'PUT /api/comments/:id member',
      'PUT /api/user/recents member',
      'PUT /api/user/recents/:id member',
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

  test('it does not start with a route that says nothing', async () => {
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

  test('it says nothing on the console, and Node warns of nothing', async () => {
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
