import type { FastifyInstance } from 'fastify';
import { getHealth, getReadiness } from '#contract/operations.ts';
import type { Db } from '#server/core/database/pool.ts';
import { unavailable } from '#server/core/http/problems.ts';
import { addRoute } from '#server/core/http/routes.ts';
import type { Readiness } from '#server/core/readiness.ts';
import { robotsText, sitemapXml } from './operations.documents.ts';
import { askDatabase, findSitemapEntries } from './operations.queries.ts';

/** What machines ask: is it alive, is it ready, what is here. */
export function operationsRoutes(
  app: FastifyInstance,
  parts: { db: Db; readiness: Readiness },
  settings: { publicUrl: string },
): void {
  addRoute(app, getHealth, { tag: 'operations' }, () => ({ status: 'ok' as const }));

  addRoute(app, getReadiness, { tag: 'operations' }, async ({ request }) => {
    if (parts.readiness.state !== 'ready') throw unavailable(parts.readiness.reason);
    // Whatever keeps us from it, we are not ready: the log has the reason.
    await askDatabase(parts.db).catch((error: unknown) => {
      request.log.warn({ err: error }, 'database not reachable');
      throw unavailable('The library is away for a moment. Please try again.');
    });
    return { status: 'ok' as const };
  });

  const cached = { config: { access: 'public' as const, isCachedForVisitors: true }, schema: { hide: true } };

  app.get('/robots.txt', cached, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsText(settings.publicUrl)),
  );

  app.get('/sitemap.xml', cached, async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .send(sitemapXml(settings.publicUrl, await findSitemapEntries(parts.db))),
  );

  app.get('/openapi.json', cached, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
  );
}
