import type { FastifyInstance } from 'fastify';
import { notFound } from '#server/core/http/errors/problems.ts';
import { VersionCache, type Versioned } from '#server/core/response-cache/version-cache.ts';
import { type Catalog, sumCounts } from '../catalog/catalog.public.ts';
import type { SearchSources } from '../search/search.public.ts';
import { drawSocialImage, type SocialImage } from './social-images.drawing.ts';

/** One is some 20 kB; the library has fewer than a hundred lists. */
const MAX_KEPT = 200;
/** In requests of the limit by address: drawing one takes a tenth of a second. */
const COST = 10;
/** Those who read it keep copies of their own; the count in it is no news. Seconds. */
const MAX_AGE = 86_400;

/** Pictures of categories and topics for link previews, drawn when first asked for. */
export function socialImageRoutes(
  app: FastifyInstance,
  { sources: { readCatalog }, cache }: { sources: SearchSources; cache: Versioned },
): void {
  const drawings = new VersionCache<Buffer>(cache, MAX_KEPT);
  const options = { config: { access: 'public' as const, cost: COST }, schema: { hide: true } };

  const draw = async (categorySlug: string, topicSlug?: string): Promise<Buffer> => {
    const image = describe(await readCatalog(), categorySlug, topicSlug);
    return drawings.get(`${categorySlug}/${topicSlug ?? ''}`, () => drawSocialImage(image));
  };

  app.get<{ Params: { category: string } }>('/social/:category', options, async ({ params }, reply) =>
    reply.headers(HEADERS).send(await draw(fileName(params.category))),
  );
  app.get<{ Params: { category: string; topic: string } }>(
    '/social/:category/:topic',
    options,
    async ({ params }, reply) =>
      reply.headers(HEADERS).send(await draw(params.category, fileName(params.topic))),
  );
}

const HEADERS = { 'content-type': 'image/png', 'cache-control': `public, max-age=${MAX_AGE}` };

/** @throws HttpProblem 404 for what is no PNG */
function fileName(name: string): string {
  if (!name.endsWith('.png')) throw notFound('Picture');
  return name.slice(0, -'.png'.length);
}

/** @throws HttpProblem 404 for a list the library does not have */
function describe(catalog: Catalog, categorySlug: string, topicSlug: string | undefined): SocialImage {
  const category = catalog.categories.find(({ slug }) => slug === categorySlug);
  if (category === undefined) throw notFound('Category');
  const topics = catalog.topics.filter(({ categoryId }) => categoryId === category.id);
  const count = (ids: readonly string[]) => {
    const total = sumCounts(catalog.counts, { topicIds: new Set(ids) });
    return `${total.toLocaleString('en-US')} ${total === 1 ? 'prompt' : 'prompts'}`;
  };
  if (topicSlug === undefined) {
    return {
      categorySlug,
      title: `${category.name} Prompts`,
      line: `${count(topics.map(({ id }) => id))}. ${category.description}`,
    };
  }
  const topic = topics.find(({ slug }) => slug === topicSlug);
  if (topic === undefined) throw notFound('Topic');
  return { categorySlug, title: `${topic.name} Prompts`, line: `${count([topic.id])} in ${category.name}` };
}
