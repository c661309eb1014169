import { LIMITS } from '#contract/limits.ts';
import { isSlug } from '#contract/slugs.ts';
import { SEARCH_SORTS } from '#contract/sorts.ts';
import { isTier } from '#contract/tiers.ts';
import type { SearchFilters } from '../search.queries.ts';

/** The page ignores what it cannot read; 'all' means no filter. */
export function readSearchFilters(search: Record<string, unknown>): SearchFilters {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name].trim() : '');
  const q = [...text('q')].slice(0, LIMITS.searchTextCharacters).join('');
  const category = text('category');
  const topic = text('topic');
  const tier = text('tier');
  const sortBy = SEARCH_SORTS.find((known) => known === text('sortBy'));
  return {
    ...(q ? { q } : {}),
    ...(q && text('exact') === 'true' ? { exact: 'true' as const } : {}),
    ...(isSlug(category) && category !== 'all' ? { category } : {}),
    ...(isSlug(topic) && topic !== 'all' ? { topic } : {}),
    ...(isTier(tier) ? { tier } : {}),
    ...(sortBy && sortBy !== 'popular' ? { sortBy } : {}),
    ...(text('favoritesOnly') === 'true' ? { favoritesOnly: 'true' as const } : {}),
  };
}

/** With a text and no sort chosen the best matches stand above the groups. */
export function hasBestMatches(filters: SearchFilters): filters is SearchFilters & { q: string } {
  return Boolean(filters.q?.trim()) && filters.sortBy === undefined;
}

/** A chosen sort alone lists the whole library in its order. */
export function hasFilter(filters: SearchFilters): boolean {
  const { q, category, topic, tier, sortBy, favoritesOnly } = filters;
  return Boolean(q?.trim() || category || topic || tier || sortBy || favoritesOnly);
}

/** What a page knows that the address does not. */
export interface KnownGroups {
  categories: readonly { slug: string }[];
  /** Topics of the chosen category; empty without one, undefined until they are loaded. */
  topics: readonly { slug: string }[] | undefined;
  isSignedIn: boolean;
}

/**
 * The filters that take effect: a category we have, a topic of it, favorites for members only. A
 * topic without a category stands for itself, and one whose category's topics are not loaded yet is taken as it is:
 * without it a wider search would go out first.
 */
export function effectiveFilters(filters: SearchFilters, known: KnownGroups): SearchFilters {
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

export function omit(filters: SearchFilters, keys: readonly (keyof SearchFilters)[]): SearchFilters {
  const rest = { ...filters };
  for (const key of keys) delete rest[key];
  return rest;
}
