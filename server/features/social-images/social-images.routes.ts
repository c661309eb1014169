import type { FastifyInstance } from 'fastify';
import { notFound } from '#server/core/http/errors/problems.ts';
import { VersionCache, type Versioned } from '#server/core/response-cache/version-cache.ts';
import { type Catalog, sumCounts } from '../catalog/catalog.public.ts';
import type { SearchSources } from '../search/search.public.ts';
import { drawSocialImage, type SocialImage } from './social-images.drawing.ts';
import { readSocialImageFile } from './social-images.files.ts';
import { categoryImage, topicImage } from './social-images.text.ts';

/** One is some 20 kB; the library has fewer than a hundred lists. */
const MAX_KEPT = 200;
/** In requests of the limit by address: drawing one takes a tenth of a second. */
const COST = 10;
/** Those who read it keep copies of their own; the count in it is no news. Seconds. */
const MAX_AGE = 86_400;

interface SocialImageDependencies {
  sources: SearchSources;
  cache: Versioned;
  /** Where the build left its pictures. */
  clientDir: string | undefined;
}

/** Pictures of categories and topics for link previews: the build's, and drawn here where they say something new. */
export function socialImageRoutes(
  app: FastifyInstance,
  { sources: { readCatalog }, cache, clientDir }: SocialImageDependencies,
): void {
  const pictures = new VersionCache<Buffer>(cache, MAX_KEPT);
  const options = { config: { access: 'public' as const, cost: COST }, schema: { hide: true } };

  const find = async (categorySlug: string, topicSlug?: string): Promise<Buffer> => {
    const image = describe(await readCatalog(), categorySlug, topicSlug);
    return pictures.get(
      `${categorySlug}/${topicSlug ?? ''}`,
      async () => (await readSocialImageFile(clientDir, image)) ?? drawSocialImage(image),
    );
  };

  app.get<{ Params: { category: string } }>('/social/:category', options, async ({ params }, reply) =>
    reply.headers(HEADERS).send(await find(fileName(params.category))),
  );
  app.get<{ Params: { category: string; topic: string } }>(
    '/social/:category/:topic',
    options,
    async ({ params }, reply) =>
      reply.headers(HEADERS).send(await find(params.category, fileName(params.topic))),
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
  const count = (ids: readonly string[]) => sumCounts(catalog.counts, { topicIds: new Set(ids) });
  if (topicSlug === undefined) return categoryImage(category, count(topics.map(({ id }) => id)));
  const topic = topics.find(({ slug }) => slug === topicSlug);
  if (topic === undefined) throw notFound('Topic');
  return topicImage(category, topic, count([topic.id]));
}
