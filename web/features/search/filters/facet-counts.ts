import type { SearchCounts } from '#contract/search.ts';
import type { Tier } from '#contract/tiers.ts';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import type { SearchFilters } from '../search.queries.ts';

/** Undefined is no filter. */
interface CountFilters {
  category?: string | undefined;
  topic?: string | undefined;
  tier?: Tier | undefined;
}

/** How many prompts these filters leave of what was counted. */
export function countMatching({ counts }: SearchCounts, { category, topic, tier }: CountFilters): number {
  return counts
    .filter(
      (cell) =>
        cell.category === (category ?? cell.category) &&
        cell.topic === (topic ?? cell.topic) &&
        cell.tier === (tier ?? cell.tier),
    )
    .reduce((sum, { count }) => sum + count, 0);
}

/** What each choice of a filter would leave, the other filters as they are; undefined is the choice of all. */
export interface FacetCounts {
  category: (slug: string | undefined) => number;
  topic: (slug: string | undefined) => number;
  tier: (tier: Tier | undefined) => number;
}

export function facetCounts(counts: SearchCounts, { category, topic, tier }: SearchFilters): FacetCounts {
  return {
    // A topic goes with its category: another category is chosen without one.
    category: (chosen) => countMatching(counts, { category: chosen, tier }),
    topic: (chosen) => countMatching(counts, { category, topic: chosen, tier }),
    tier: (chosen) => countMatching(counts, { category, topic, tier: chosen }),
  };
}

/**
 * A choice with its count: "Fitness (12)", muted where nothing would be left.
 */
export function withCount(name: string, count: number | undefined): { name: string; isMuted?: boolean } {
  if (count === undefined) return { name };
  return { name: `${name} (${wholeNumber(count)})`, isMuted: count === 0 };
}
