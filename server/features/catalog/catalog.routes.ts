import type { FastifyInstance } from 'fastify';
import {
  type Category,
  getCategory,
  getSample,
  getTopic,
  listCategories,
  listTiers,
  listTopics,
  listTopRated,
} from '#contract/catalog.ts';
import { SERVER_LIMITS } from '#contract/limits.ts';
import type { PromptCard } from '#contract/prompts.ts';
import type { ListSort } from '#contract/sorts.ts';
import { TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import { badRequest, notFound } from '#server/core/http/errors/problems.ts';
import { requirePage } from '#server/core/http/routing/cursor.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { Viewer } from '#server/core/sessions/viewer.ts';
import { favoritesOf } from '../favorites/favorites.public.ts';
import { findCards, findSample } from '../prompts/prompts.public.ts';
import { readPromptList, type SearchSources } from '../search/search.public.ts';
import { displayGroupOf } from './catalog.groups.ts';
import {
  type CategoryRow,
  countFavorites,
  findFavoritePositions,
  findPositions,
  type List,
  TOP_RATED,
} from './catalog.queries.ts';
import { type Catalog, sumCounts, topicsOf } from './catalog.reader.ts';
import { positionSchema, SORTS } from './catalog.sorting.queries.ts';

const CACHED = { tag: 'catalog', isCacheable: true };

export function catalogRoutes(
  app: FastifyInstance,
  { sources }: { sources: SearchSources },
  settings: { searchRateLimit: number },
): void {
  const { db, readCatalog } = sources;

  addRoute(app, listCategories, CACHED, async () => {
    const catalog = await readCatalog();
    return catalog.categories.map((category) => countedCategory(catalog, category));
  });

  addRoute(app, listTiers, CACHED, async () => {
    const { counts } = await readCatalog();
    return TIERS.map((tier) => ({ tier, promptCount: sumCounts(counts, { tierRank: tierRank(tier) }) }));
  });

  addRoute(app, listTopics, CACHED, async ({ params }) => {
    const catalog = await readCatalog();
    const category = requireCategory(catalog, params.slug);
    return {
      topics: topicsOf(catalog, category.id).map((topic) => {
        const countOf = (tier: Tier) =>
          sumCounts(catalog.counts, { topicIds: new Set([topic.id]), tierRank: tierRank(tier) });
        const tiers = {
          basic: countOf('basic'),
          advanced: countOf('advanced'),
          pro: countOf('pro'),
          engineer: countOf('engineer'),
        };
        return { ...countedTopic(catalog, topic), group: displayGroupOf(topic.name), tiers };
      }),
    };
  });

  addRoute(app, getCategory, CACHED, async ({ params, query, viewer }) => {
    const catalog = await readCatalog();
    const category = requireCategory(catalog, params.slug);
    const topicIds = requireTopics(catalog, category, query.topics);
    const page = await readPage(db, viewer, {
      ...query,
      list: topicIds === undefined ? { categoryId: category.id } : { topicIds },
      total: sumCounts(catalog.counts, {
        topicIds: new Set(topicIds ?? idsOf(topicsOf(catalog, category.id))),
      }),
      name: ['category', category.slug, ...(topicIds ?? [])],
    });
    return { category: countedCategory(catalog, category), ...page };
  });

  addRoute(app, getSample, CACHED, async ({ params }) => {
    const { id } = requireCategory(await readCatalog(), params.slug);
    return { sample: await findSample(db, id) };
  });

  addRoute(app, getTopic, CACHED, async ({ params, query, viewer }) => {
    const catalog = await readCatalog();
    const category = catalog.categories.find((candidate) => candidate.slug === params.categorySlug);
    const topic =
      category && topicsOf(catalog, category.id).find((candidate) => candidate.slug === params.topicSlug);
    if (!category || !topic) throw notFound('Topic');
    const counted = countedTopic(catalog, topic);
    const page = await readPage(db, viewer, {
      ...query,
      list: { topicIds: [topic.id] },
      total: counted.promptCount,
      name: ['topic', category.slug, topic.slug],
    });
    return { topic: counted, category: countedCategory(catalog, category), ...page };
  });

  const rated = { name: 'top-rated', source: TOP_RATED, sorts: SORTS };
  const searched = { ...CACHED, rateLimit: settings.searchRateLimit };
  addRoute(app, listTopRated, searched, async ({ query, viewer }) =>
    readPromptList(sources, viewer, rated, query),
  );
}

interface PageCall {
  list: List;
  /** Names the list and its filters: a cursor is valid for these alone. */
  name: string[];
  total: number;
  sort: ListSort;
  /** Effective for members only; visitors get the whole list. */
  favoritesOnly?: 'true' | 'false' | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

async function readPage(
  db: Db,
  viewer: Viewer,
  call: PageCall,
): Promise<{ prompts: PromptCard[]; total: number; nextCursor: string | null }> {
  const { list, sort } = call;
  const favorites =
    call.favoritesOnly === 'true' && viewer.kind === 'member' ? favoritesOf(viewer.memberId) : undefined;
  const name = [...call.name, sort, ...(favorites ? ['favorites'] : [])];
  const { split, ...page } = requirePage(
    { name, position: positionSchema, limit: SERVER_LIMITS.listPage },
    call,
  );
  const [positions, total] = await (favorites
    ? Promise.all([
        findFavoritePositions(db, favorites, list, { sort, ...page }),
        countFavorites(db, favorites, list),
      ])
    : Promise.all([findPositions(db, list, { sort, ...page }), call.total]));
  const { shown, nextCursor } = split(positions);
  return { prompts: await findCards(db, idsOf(shown), viewer), total, nextCursor };
}

function countedCategory(catalog: Catalog, category: CategoryRow): Category {
  return counted(catalog, category, idsOf(topicsOf(catalog, category.id)));
}

function countedTopic(catalog: Catalog, topic: CategoryRow): Category {
  return counted(catalog, topic, [topic.id]);
}

function counted(
  catalog: Catalog,
  { id, name, slug, description }: CategoryRow,
  topicIds: string[],
): Category {
  const promptCount = sumCounts(catalog.counts, { topicIds: new Set(topicIds) });
  return { id, name, slug, description, promptCount };
}

function requireCategory(catalog: Catalog, slug: string): CategoryRow {
  const category = catalog.categories.find((candidate) => candidate.slug === slug);
  if (category === undefined) throw notFound('Category');
  return category;
}

/** Ids of the topics a query names, sorted and each once, so that equal filters share their cursors. */
function requireTopics(
  catalog: Catalog,
  category: CategoryRow,
  slugs: string | undefined,
): string[] | undefined {
  if (slugs === undefined) return undefined;
  const known = new Map(topicsOf(catalog, category.id).map((topic) => [topic.slug, topic.id]));
  const ids = [...new Set(slugs.split(','))].map((slug) => {
    const id = known.get(slug);
    if (id === undefined) throw badRequest(`topics: "${slug}" is not a topic of ${category.name}`);
    return id;
  });
  return ids.sort();
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map((row) => row.id);
}
