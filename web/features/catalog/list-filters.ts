import type { Topic } from '#contract/catalog.ts';
import { isSlug } from '#contract/slugs.ts';
import { LIST_SORTS, type ListSort } from '#contract/sorts.ts';
import type { ListFilters } from './catalog.queries.ts';

/** A list's state in its URL; what is the default stays out of it. */
export interface ListSearch {
  sort?: ListSort;
  topics?: string;
  favoritesOnly?: 'true';
}

/** The page ignores what it cannot read. */
export function readListFilters(search: Record<string, unknown>): ListSearch {
  const sort = LIST_SORTS.find((known) => known === search['sort']);
  const topics = typeof search['topics'] === 'string' ? search['topics'].split(',').filter(isSlug) : [];
  return {
    ...(sort && sort !== 'popular' ? { sort } : {}),
    ...(topics.length > 0 ? { topics: topics.join(',') } : {}),
    ...(search['favoritesOnly'] === 'true' ? { favoritesOnly: 'true' as const } : {}),
  };
}

/** What a page knows that the address does not. */
export interface ListContext {
  topics?: readonly Pick<Topic, 'slug'>[];
  isSignedIn: boolean;
}

/**
 * What to ask the API for. Favorites are for members, so a visitor's list ignores them. Topics the category does not have are left out, and the rest comes in the category's
 * own order, so that one choice of chips is one list however its address was put together.
 */
export function toListFilters(search: ListSearch, { topics = [], isSignedIn }: ListContext): ListFilters {
  const wantedTopics = new Set(search.topics?.split(','));
  const known = topics.filter((topic) => wantedTopics.has(topic.slug)).map((topic) => topic.slug);
  return {
    sort: search.sort ?? 'popular',
    ...(known.length > 0 ? { topics: known.join(',') } : {}),
    ...(search.favoritesOnly && isSignedIn ? { favoritesOnly: search.favoritesOnly } : {}),
  };
}

/** The address of the same list with other filters. */
export function toListSearch(filters: ListFilters): ListSearch {
  return {
    ...(filters.sort === 'popular' ? {} : { sort: filters.sort }),
    ...(filters.topics ? { topics: filters.topics } : {}),
    ...(filters.favoritesOnly ? { favoritesOnly: filters.favoritesOnly } : {}),
  };
}

/** The filters of an address without those that leave things out; the sort stays. */
export function withoutFilters(filters: ListFilters): ListFilters {
  return { sort: filters.sort };
}

export function hasListFilter(filters: ListFilters): boolean {
  return Boolean(filters.topics || filters.favoritesOnly);
}
