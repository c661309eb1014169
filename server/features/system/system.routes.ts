import type { FastifyInstance } from 'fastify';
import { getHealth, getReadiness } from '#contract/system.ts';
import type { Ping } from '#server/core/database/ping.ts';
import type { Db } from '#server/core/database/pool.ts';
import { notFound, unavailable } from '#server/core/http/errors/problems.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { Readiness } from '#server/core/readiness.ts';
import { findPublicCollections } from '../collections/collections.public.ts';
import {
  publicDocument,
  robotsText,
  STATIC_ENTRIES,
  sitemapIndexXml,
  sitemapXml,
} from './system.documents.ts';
import {
  findSitemapLists,
  findSitemapParts,
  findSitemapPrompts,
  type SitemapEntry,
} from './system.queries.ts';

/** For machines: health, readiness, sitemap, robots and the API's document. */
export function systemRoutes(
  app: FastifyInstance,
  dependencies: { db: Db; ping: Ping['ping']; readiness: Readiness },
  settings: { publicUrl: string },
): void {
  addRoute(app, getHealth, { tag: 'operations' }, () => ({ status: 'ok' as const }));

  addRoute(app, getReadiness, { tag: 'operations' }, async ({ request }) => {
    if (dependencies.readiness.state !== 'ready') throw unavailable(dependencies.readiness.reason);
    // The reason is in the log only.
    await dependencies.ping().catch((error: unknown) => {
      request.log.warn({ err: error }, 'database not reachable');
      throw unavailable('Promptarium is temporarily unavailable. Please try again.');
    });
    return { status: 'ok' as const };
  });

  // The same for members, who so get the visitors' cached bytes.
  const config = { access: 'public' as const, isCacheable: true, ignoresSession: true };
  const cached = { config, schema: { hide: true } };

  app.get('/robots.txt', cached, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsText(settings.publicUrl)),
  );

  app.get('/sitemap.xml', cached, async ({ url }, reply) => {
    const part = new URLSearchParams(url.split('?')[1]).get('part');
    return reply.type('application/xml; charset=utf-8').send(await sitemap(dependencies.db, settings, part));
  });

  app.get('/openapi.json', cached, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(publicDocument(app.swagger()))),
  );
}

/** @throws HttpProblem 404 for a part there is not */
async function sitemap(db: Db, { publicUrl }: { publicUrl: string }, part: string | null): Promise<string> {
  if (part === null) {
    const [collection] = await findCollectionEntries(db);
    const collections = collection ? [{ name: 'collections', lastModified: collection.lastModified }] : [];
    return sitemapIndexXml(publicUrl, [...(await findSitemapParts(db)), ...collections]);
  }
  if (part === 'lists') {
    return sitemapXml(publicUrl, [...STATIC_ENTRIES, ...(await findSitemapLists(db))]);
  }
  const isNumber = /^[1-9]\d{0,4}$/.test(part);
  const prompts = isNumber ? await findSitemapPrompts(db, Number(part)) : [];
  const entries = part === 'collections' ? await findCollectionEntries(db) : prompts;
  if (entries.length === 0) throw notFound('Part of the sitemap');
  return sitemapXml(publicUrl, entries);
}

/** The pages of public collections, the one changed last first. */
async function findCollectionEntries(db: Db): Promise<SitemapEntry[]> {
  const collections = await findPublicCollections(db);
  return collections.map(({ slug, updatedAt }) => ({ path: `/c/${slug}`, lastModified: updatedAt }));
}
