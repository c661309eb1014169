import { LIMITS } from '#contract/limits.ts';
import { SEARCH_SORTS } from '#contract/sorts.ts';
import { isTier } from '#contract/tiers.ts';
import type { SearchFilters } from './search.queries.ts';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The page ignores what it cannot read; 'all' means no filter (SPEC section 5, DECISIONS 28). */
export function readSearchFilters(search: Record<string, unknown>): SearchFilters {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name].trim() : '');
  const q = text('q').slice(0, LIMITS.searchTextCharacters);
  const category = text('category');
  const topic = text('topic');
  const tier = text('tier');
  const sortBy = SEARCH_SORTS.find((known) => known === text('sortBy'));
  return {
    ...(q ? { q } : {}),
    ...(SLUG.test(category) && category !== 'all' ? { category } : {}),
    ...(SLUG.test(topic) && topic !== 'all' ? { topic } : {}),
    ...(isTier(tier) ? { tier } : {}),
    ...(sortBy && sortBy !== 'popular' ? { sortBy } : {}),
    ...(text('favoritesOnly') === 'true' ? { favoritesOnly: 'true' as const } : {}),
  };
}

/** What a page knows that the address does not. */
export interface KnownShelves {
  categories: readonly { slug: string }[];
  /** Topics of the chosen category; empty without one. */
  topics: readonly { slug: string }[];
  isSignedIn: boolean;
}

/**
 * The filters that take effect: a category we have, a topic of it, favorites for members only (SPEC section 5). A
 * topic without a category stands for itself.
 */
export function effectiveFilters(filters: SearchFilters, known: KnownShelves): SearchFilters {
  const { category, topic, favoritesOnly, ...rest } = filters;
  const isKnown = known.categories.some(({ slug }) => slug === category);
  const isTopicKnown = category === undefined || known.topics.some(({ slug }) => slug === topic);
  return {
    ...rest,
    ...(category && isKnown ? { category } : {}),
    ...(topic && isTopicKnown ? { topic } : {}),
    ...(favoritesOnly && known.isSignedIn ? { favoritesOnly } : {}),
  };
}
