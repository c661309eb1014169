import { LIMITS } from '#contract/limits.ts';
import { isSlug } from '#contract/slugs.ts';
import { SEARCH_SORTS } from '#contract/sorts.ts';
import { isTier } from '#contract/tiers.ts';
import type { SearchFilters } from './search.queries.ts';

/** The page ignores what it cannot read; 'all' means no filter (SPEC section 5, DECISIONS 28). */
export function readSearchFilters(search: Record<string, unknown>): SearchFilters {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name].trim() : '');
  const q = [...text('q')].slice(0, LIMITS.searchTextCharacters).join('');
  const category = text('category');
  const topic = text('topic');
  const tier = text('tier');
  const sortBy = SEARCH_SORTS.find((known) => known === text('sortBy'));
  return {
    ...(q ? { q } : {}),
    ...(isSlug(category) && category !== 'all' ? { category } : {}),
    ...(isSlug(topic) && topic !== 'all' ? { topic } : {}),
    ...(isTier(tier) ? { tier } : {}),
    ...(sortBy && sortBy !== 'popular' ? { sortBy } : {}),
    ...(text('favoritesOnly') === 'true' ? { favoritesOnly: 'true' as const } : {}),
  };
}

/** A sort alone is no search (DECISIONS 26). */
export function hasFilter(filters: SearchFilters): boolean {
  return Boolean(
    filters.q?.trim() || filters.category || filters.topic || filters.tier || filters.favoritesOnly,
  );
}

/** What a page knows that the address does not. */
export interface KnownShelves {
  categories: readonly { slug: string }[];
  /** Topics of the chosen category; empty without one, undefined until they are loaded. */
  topics: readonly { slug: string }[] | undefined;
  isSignedIn: boolean;
}

/**
 * The filters that take effect: a category we have, a topic of it, favorites for members only (SPEC section 5). A
 * topic without a category stands for itself, and one whose category's topics are not loaded yet is taken as it is:
 * without it a wider search would go out first.
 */
export function effectiveFilters(filters: SearchFilters, known: KnownShelves): SearchFilters {
  const { category, topic, favoritesOnly, ...rest } = filters;
  const isKnown = known.categories.some(({ slug }) => slug === category);
  const isTopicKnown =
    category === undefined || (isKnown && (known.topics?.some(({ slug }) => slug === topic) ?? true));
  return {
    ...rest,
    ...(category && isKnown ? { category } : {}),
    ...(topic && isTopicKnown ? { topic } : {}),
    ...(favoritesOnly && known.isSignedIn ? { favoritesOnly } : {}),
  };
}
