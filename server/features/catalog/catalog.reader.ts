import type { Db } from '#server/core/database/pool.ts';
import { VersionCache, type Versioned } from '#server/core/response-cache/version-cache.ts';
import {
  type CategoryRow,
  findCategories,
  findPromptCounts,
  findTopics,
  type PromptCount,
  type TopicRow,
} from './catalog.queries.ts';

/** Categories, topics and prompt counts of the whole library: a few dozen rows, cached until the library changes. */
export interface Catalog {
  categories: readonly CategoryRow[];
  topics: readonly TopicRow[];
  counts: readonly PromptCount[];
}

/** Reads the catalog; callers share one result as long as `changes` shows the same version. */
export function catalogReader(db: Db, changes: Versioned | undefined): () => Promise<Catalog> {
  const cache = new VersionCache<Catalog>(changes, 1);
  return () =>
    cache.get('', async () => {
      const [categories, topics, counts] = await Promise.all([
        findCategories(db),
        findTopics(db),
        findPromptCounts(db),
      ]);
      return { categories, topics, counts };
    });
}

/** The sum of the counts in these topics (all when absent) and this tier (any when absent). */
export function sumCounts(
  counts: readonly PromptCount[],
  filters: { topicIds?: ReadonlySet<string> | undefined; tierRank?: number | undefined },
): number {
  const { topicIds, tierRank } = filters;
  let sum = 0;
  for (const entry of counts) {
    if ((topicIds?.has(entry.topicId) ?? true) && (tierRank ?? entry.tierRank) === entry.tierRank)
      sum += entry.count;
  }
  return sum;
}

/** The topics of a category, in their order. */
export function topicsOf(catalog: Catalog, categoryId: string): TopicRow[] {
  return catalog.topics.filter((topic) => topic.categoryId === categoryId);
}
