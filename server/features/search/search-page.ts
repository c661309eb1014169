import { type LibrarySort, RELEVANCE, type SearchSort } from '#contract/sorts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { type Cell, countIn, type ShelfRow, type Shelves, topicsOf } from '../catalog/catalog.access.ts';
import { FEW, findFewHits, findHits, findPartHits, type Matched, type Way } from './search.queries.ts';
import type { Part, Reach } from './search-match.queries.ts';
import type { SearchPlace } from './search-place.ts';
import { findFewByFit } from './search-relevance.queries.ts';
import type { SearchText } from './search-text.ts';

/** What a page of results is read by; everything checked. */
export interface PageCall {
  text: SearchText | undefined;
  /** The counts of the text's matches; undefined without a text. */
  matched: Matched | undefined;
  shelves: Shelves;
  /** A–Z, those the filters leave. */
  categories: readonly ShelfRow[];
  topicIds: readonly string[] | undefined;
  tierRank: number | undefined;
  reach: Reach;
  sort: SearchSort;
  after: SearchPlace | undefined;
  count: number;
}

/** Microseconds a row, for comparing ways with each other; measured at 100,000 prompts. */
const COST = { index: 0.25, collect: 1, sort: 4, walk: 0.9, testTitle: 3, testText: 10 };

/** How many prompts match under the filters, over all pages. */
export function countAll(call: PageCall): number {
  return call.categories.reduce((sum, category) => sum + sizeOf(call, category, allCells(call)), 0);
}

/** Up to `count` places, categories A–Z, the chosen order inside each; by relevance the best of all categories. */
export async function findPage(db: Db, call: PageCall): Promise<SearchPlace[]> {
  const { sort } = call;
  return sort === RELEVANCE ? await findBest(db, call) : await findGrouped(db, { ...call, sort });
}

async function findGrouped(db: Db, call: PageCall & { sort: LibrarySort }): Promise<SearchPlace[]> {
  const from = call.after ? call.categories.findIndex(({ id }) => id === call.after?.categoryId) : 0;
  const categories = from < 0 ? [] : call.categories.slice(from);
  const sizes = categories.map((category) => sizeOf(call, category, allCells(call)));
  const narrowing = { ...call.reach, topicIds: call.topicIds, tierRank: call.tierRank };
  const { text, sort, after, count } = call;
  if (text !== undefined && sizes.reduce((sum, size) => sum + size, 0) <= FEW) {
    return await findFewHits(db, {
      text,
      known: call.matched?.few,
      narrowing,
      sort,
      after,
      count,
      categoryIds: categories.map(({ id }) => id),
    });
  }
  const places: SearchPlace[] = [];
  for (const [index, category] of categories.entries()) {
    const missing = count - places.length;
    if (missing === 0) break;
    if (sizes[index] === 0) continue;
    const hits = await findHits(db, {
      text,
      categoryId: category.id,
      narrowing: { ...narrowing, topicIds: call.topicIds && topicsIn(call, category) },
      sort,
      after: after?.categoryId === category.id ? after : undefined,
      count: missing,
      ways: waysFor(call, category, missing),
    });
    places.push(...hits.map((hit) => ({ ...hit, categoryId: category.id })));
  }
  return places;
}

/**
 * Hits in titles first. Among few matches the better fit comes first; many are what frequent words find, and to weigh
 * every text would take seconds of the database: among those the more used comes first.
 */
async function findBest(db: Db, call: PageCall): Promise<SearchPlace[]> {
  const { text, matched, after, count, reach, topicIds, tierRank } = call;
  const narrowing = { ...reach, topicIds, tierRank };
  if (text !== undefined && countAll(call) <= FEW) {
    const categoryIds = call.categories.map(({ id }) => id);
    return await findFewByFit(db, { text, narrowing, known: matched?.few, categoryIds, after, count });
  }
  const places: SearchPlace[] = [];
  for (const part of text === undefined ? (['all'] as const) : (['titles', 'others'] as const)) {
    if (part === 'titles' && after?.isTitleHit === false) continue;
    const isSamePart = part === 'all' || after?.isTitleHit === (part === 'titles');
    const missing = count - places.length;
    if (missing === 0) break;
    places.push(...(await findMostUsed(db, call, { part, after: isSamePart ? after : undefined, missing })));
  }
  return places;
}

/** The first of one part of the matches over every category, each read by its own list. */
async function findMostUsed(
  db: Db,
  call: PageCall,
  { part, after, missing }: { part: Part; after: SearchPlace | undefined; missing: number },
): Promise<SearchPlace[]> {
  const { text, reach, topicIds, tierRank } = call;
  const found: SearchPlace[] = [];
  for (const category of call.categories) {
    const ways = waysFor(call, category, missing);
    if (text === undefined ? sizeOf(call, category, allCells(call)) === 0 : ways[part] === 'none') continue;
    const hits = await findPartHits(
      db,
      {
        text,
        categoryId: category.id,
        narrowing: { ...reach, topicIds: topicIds && topicsIn(call, category), tierRank },
        sort: 'popular',
        // A fit, should the matches have been few when the page before was read, is no count.
        after: after && { ...after, key: String(Math.trunc(Number(after.key))) },
        count: missing,
        ways,
      },
      part,
    );
    found.push(...hits.map((hit) => ({ ...hit, categoryId: category.id })));
  }
  return found.sort(compareByUse).slice(0, missing);
}

/** As the database does it: titles by their bytes. */
function compareByUse(one: SearchPlace, other: SearchPlace): number {
  return (
    Number(one.key) - Number(other.key) ||
    Number(other.isFeatured) - Number(one.isFeatured) ||
    Buffer.compare(Buffer.from(one.title), Buffer.from(other.title)) ||
    (one.id < other.id ? -1 : 1)
  );
}

function waysFor(call: PageCall, category: ShelfRow, count: number): Record<Part, Way> {
  if (call.matched === undefined) return { titles: 'none', others: 'none', all: 'none' };
  const listSize = sizeOf({ ...call, tierRank: undefined }, category, call.shelves.cells);
  const all = sizeOf(call, category, call.matched.cells);
  const titles = sizeOf(call, category, call.matched.titleCells);
  const shared = { listSize, count };
  return {
    titles: cheapest({ ...shared, size: titles, collected: titles, test: COST.testTitle }),
    others: cheapest({ ...shared, size: all - titles, collected: all, test: COST.testText }),
    all: cheapest({ ...shared, size: all, collected: all, test: COST.testText }),
  };
}

/** Collecting costs by the match, walking by the rows passed until the page is full. */
function cheapest(of: {
  size: number;
  collected: number;
  listSize: number;
  count: number;
  test: number;
}): Way {
  if (of.size === 0) return 'none';
  const walked = Math.min(of.listSize, (of.count * of.listSize) / of.size);
  const collected = of.collected * COST.collect + Math.min(of.listSize, of.collected * 7) * COST.index;
  const costs: [Way, number][] = [
    ['sort', collected + of.size * COST.sort],
    ['look-up', collected + walked * COST.walk],
    ['test', walked * of.test],
  ];
  return costs.reduce((best, next) => (next[1] < best[1] ? next : best))[0];
}

function allCells(call: PageCall): readonly Cell[] {
  return call.matched?.cells ?? call.shelves.cells;
}

function sizeOf(call: PageCall, category: ShelfRow, cells: readonly Cell[]): number {
  return countIn(cells, { topicIds: new Set(topicsIn(call, category)), tierRank: call.tierRank });
}

function topicsIn(call: PageCall, category: ShelfRow): string[] {
  const ids = topicsOf(call.shelves, category.id).map((topic) => topic.id);
  return call.topicIds === undefined ? ids : ids.filter((id) => call.topicIds?.includes(id));
}
