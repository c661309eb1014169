import type { Db } from '#server/core/database/pool.ts';
import { VersionCache, type Versioned } from '#server/core/version-cache.ts';
import {
  type Cell,
  countCells,
  findCategories,
  findTopics,
  type ShelfRow,
  type TopicRow,
} from './catalog.queries.ts';

/** Orders of lists and the places in them: search walks the same indexes. */
export { isBehind, ORDER_ENDS, ORDERS, placeShape } from './catalog-orders.queries.ts';
export type { Cell, ShelfRow, TopicRow };

/** The shelves of the whole library and their counts: a few dozen rows, kept until the library changes. */
export interface Shelves {
  categories: readonly ShelfRow[];
  topics: readonly TopicRow[];
  cells: readonly Cell[];
}

/** Reads the shelves; callers share one reading as long as `changes` shows the same version. */
export function shelvesReader(db: Db, changes: Versioned | undefined): () => Promise<Shelves> {
  const cache = new VersionCache<Shelves>(changes, 1);
  return () =>
    cache.get('', async () => {
      const [categories, topics, cells] = await Promise.all([
        findCategories(db),
        findTopics(db),
        countCells(db),
      ]);
      return { categories, topics, cells };
    });
}

/** How many prompts the cells hold in these topics (all when absent) and this tier (any when absent). */
export function countIn(
  cells: readonly Cell[],
  filters: { topicIds?: ReadonlySet<string> | undefined; tierRank?: number | undefined },
): number {
  let sum = 0;
  for (const cell of cells) {
    if (filters.topicIds !== undefined && !filters.topicIds.has(cell.topicId)) continue;
    if (filters.tierRank !== undefined && filters.tierRank !== cell.tierRank) continue;
    sum += cell.count;
  }
  return sum;
}

/** The topics of a category, in their order. */
export function topicsOf(shelves: Shelves, categoryId: string): TopicRow[] {
  return shelves.topics.filter((topic) => topic.categoryId === categoryId);
}
