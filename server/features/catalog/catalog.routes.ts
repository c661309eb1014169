import type { FastifyInstance } from 'fastify';
import { type Category, getCategory, getTopic, listCategories, listTopics } from '#contract/catalog.ts';
import { LIMITS } from '#contract/limits.ts';
import { listTopRated, type PromptCard } from '#contract/prompts.ts';
import type { ListSort } from '#contract/sorts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { decodeCursor, encodeCursor } from '#server/core/http/cursor.ts';
import { badRequest, notFound } from '#server/core/http/problems.ts';
import { addRoute } from '#server/core/http/routes.ts';
import { VersionCache, type Versioned } from '#server/core/version-cache.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { favoritesOf } from '../favorites/favorites.access.ts';
import { findCards } from '../prompts/prompts.access.ts';
import {
  countIn,
  placeShape,
  type ShelfRow,
  type Shelves,
  shelvesReader,
  topicsOf,
} from './catalog.access.ts';
import {
  countFavoritePlaces,
  countRated,
  findFavoritePlaces,
  findPlaces,
  type List,
} from './catalog.queries.ts';

const CACHED = { tag: 'catalog', isCachedForVisitors: true };

/**
 * @param parts `cache` tells when the library changed, `answers` when only its counters did as well; without them
 *   every call counts anew
 */
export function catalogRoutes(
  app: FastifyInstance,
  parts: { db: Db; cache?: Versioned; answers?: Versioned },
): void {
  const { db } = parts;
  const readShelves = shelvesReader(db, parts.cache);
  const rated = new VersionCache<number>(parts.answers, 1);

  addRoute(app, listCategories, CACHED, async () => {
    const shelves = await readShelves();
    return shelves.categories.map((category) => countedCategory(shelves, category));
  });

  addRoute(app, listTopics, CACHED, async ({ params }) => {
    const shelves = await readShelves();
    const category = requireCategory(shelves, params.slug);
    return { topics: topicsOf(shelves, category.id).map((topic) => countedTopic(shelves, topic)) };
  });

  addRoute(app, getCategory, CACHED, async ({ params, query, viewer }) => {
    const shelves = await readShelves();
    const category = requireCategory(shelves, params.slug);
    const topicIds = requireTopics(shelves, category, query.topics);
    const page = await readPage(db, viewer, {
      ...query,
      list: topicIds === undefined ? { categoryId: category.id } : { topicIds },
      total: countIn(shelves.cells, { topicIds: new Set(topicIds ?? idsOf(topicsOf(shelves, category.id))) }),
      name: ['category', category.slug, ...(topicIds ?? [])],
    });
    return { category: countedCategory(shelves, category), ...page };
  });

  addRoute(app, getTopic, CACHED, async ({ params, query, viewer }) => {
    const shelves = await readShelves();
    const category = shelves.categories.find((candidate) => candidate.slug === params.categorySlug);
    const topic =
      category && topicsOf(shelves, category.id).find((candidate) => candidate.slug === params.topicSlug);
    if (!category || !topic) throw notFound('Topic');
    const counted = countedTopic(shelves, topic);
    const page = await readPage(db, viewer, {
      ...query,
      list: { topicIds: [topic.id] },
      total: counted.promptCount,
      name: ['topic', category.slug, topic.slug],
    });
    return { topic: counted, category: countedCategory(shelves, category), ...page };
  });

  addRoute(app, listTopRated, CACHED, async ({ query, viewer }) =>
    readPage(db, viewer, {
      ...query,
      list: 'rated',
      sort: 'rating',
      total: await rated.get('', () => countRated(db)),
      name: ['top-rated'],
    }),
  );
}

interface PageCall {
  list: List;
  /** Names the list and its filters: a cursor is good for this list alone. */
  name: string[];
  total: number;
  sort: ListSort;
  /** Effective for members only; visitors get the whole list (RELIABILITY S7). */
  favoritesOnly?: 'true' | 'false' | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

async function readPage(
  db: Db,
  viewer: Viewer,
  call: PageCall,
): Promise<{ prompts: PromptCard[]; total: number; nextCursor: string | null }> {
  const { list, sort, limit = LIMITS.listPage, cursor } = call;
  const favorites =
    call.favoritesOnly === 'true' && viewer.kind === 'member' ? favoritesOf(viewer.memberId) : undefined;
  const binding = [...call.name, sort, ...(favorites ? ['favorites'] : [])];
  const after = cursor === undefined ? undefined : decodeCursor(cursor, binding, placeShape);
  const page = { sort, after, count: limit + 1 };
  const [places, total] = await (favorites
    ? Promise.all([findFavoritePlaces(db, favorites, list, page), countFavoritePlaces(db, favorites, list)])
    : Promise.all([findPlaces(db, list, page), call.total]));
  const shown = places.slice(0, limit);
  const last = shown.at(-1);
  return {
    prompts: await findCards(db, idsOf(shown), viewer),
    total,
    nextCursor: last !== undefined && places.length > limit ? encodeCursor(binding, last) : null,
  };
}

function countedCategory(shelves: Shelves, category: ShelfRow): Category {
  return counted(shelves, category, idsOf(topicsOf(shelves, category.id)));
}

function countedTopic(shelves: Shelves, topic: ShelfRow): Category {
  return counted(shelves, topic, [topic.id]);
}

function counted(shelves: Shelves, shelf: ShelfRow, topicIds: string[]): Category {
  const { id, name, slug, description } = shelf;
  return {
    id,
    name,
    slug,
    description,
    promptCount: countIn(shelves.cells, { topicIds: new Set(topicIds) }),
  };
}

function requireCategory(shelves: Shelves, slug: string): ShelfRow {
  const category = shelves.categories.find((candidate) => candidate.slug === slug);
  if (category === undefined) throw notFound('Category');
  return category;
}

/** Ids of the topics a query names, sorted and each once, so that equal filters share their cursors. */
function requireTopics(
  shelves: Shelves,
  category: ShelfRow,
  slugs: string | undefined,
): string[] | undefined {
  if (slugs === undefined) return undefined;
  const known = new Map(topicsOf(shelves, category.id).map((topic) => [topic.slug, topic.id]));
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
