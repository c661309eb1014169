import type { FastifyInstance, FastifyReply } from 'fastify';
import { BRAND } from '#contract/brand.ts';
import { isSlug } from '#contract/slugs.ts';
import type { Db } from '#server/core/database/pool.ts';
import { notFound } from '#server/core/http/errors/problems.ts';
import { atomXml, type Feed } from './feeds.atom.ts';
import { findFeedCategory, findFeedEntries } from './feeds.queries.ts';

/** New and changed prompts for feed readers: of the library, and of each category. */
export function feedRoutes(
  app: FastifyInstance,
  { db }: { db: Db },
  { publicUrl }: { publicUrl: string },
): void {
  // The same for members, who so get the visitors' cached bytes.
  const config = { access: 'public' as const, isCacheable: true, ignoresSession: true };
  const options = { config, schema: { hide: true } };
  const send = (reply: FastifyReply, feed: Feed) =>
    reply.type('application/atom+xml; charset=utf-8').send(atomXml(publicUrl, feed));

  app.get('/feed.xml', options, async (_request, reply) => {
    const entries = await findFeedEntries(db, undefined);
    const title = `${BRAND.name}: new and changed prompts`;
    return send(reply, { title, path: '/feed.xml', pagePath: '/', entries });
  });

  app.get<{ Params: { slug: string } }>(
    '/category/:slug/feed.xml',
    options,
    async ({ params: { slug } }, reply) => {
      const category = isSlug(slug) ? await findFeedCategory(db, slug) : undefined;
      if (category === undefined) throw notFound('Category');
      const pagePath = `/category/${slug}`;
      const entries = await findFeedEntries(db, category.id);
      const title = `${BRAND.name}: ${category.name} prompts`;
      return send(reply, { title, path: `${pagePath}/feed.xml`, pagePath, entries });
    },
  );
}
