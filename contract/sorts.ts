/** Sorts of category and topic lists and of search. */
export const LIST_SORTS = ['popular', 'newest', 'rating'] as const;
export const SEARCH_SORTS = [
  'popular',
  'newest',
  'title',
  'rating',
  'date',
  'upvotes',
  'favorites',
  'relevance',
] as const;

/** Sorts of lists across categories, their own first: the order a list has unless asked otherwise. */
export const FAVORITE_SORTS = ['added', 'popular', 'newest', 'title', 'rating'] as const;
export const RECENT_SORTS = ['used', 'popular', 'newest', 'title', 'rating'] as const;
export const TOP_RATED_SORTS = ['rating', 'popular', 'newest', 'title'] as const;

export type FavoriteSort = (typeof FAVORITE_SORTS)[number];
export type RecentSort = (typeof RECENT_SORTS)[number];
export type TopRatedSort = (typeof TOP_RATED_SORTS)[number];

export type ListSort = (typeof LIST_SORTS)[number];
export type SearchSort = (typeof SEARCH_SORTS)[number];

/**
 * The one sort whose results are not grouped by category: hits in titles first, then by score. For the few
 * results shown while typing, which a grouped list would all take from its first category.
 */
export const RELEVANCE = 'relevance' satisfies SearchSort;

/** The sorts that are an order of the library's own, whatever is searched for. */
export type LibrarySort = Exclude<SearchSort, typeof RELEVANCE>;

/** The words of the sort menus; date, upvotes, favorites and relevance have none outside /search-test. */
export const SORT_NAMES: Record<SearchSort | FavoriteSort | RecentSort, string> = {
  added: 'Most Recently Added',
  used: 'Last Used',
  popular: 'Most Popular',
  newest: 'Newest',
  title: 'Alphabetical',
  rating: 'Highest Rated',
  date: 'Date',
  upvotes: 'Upvotes',
  favorites: 'Favorites',
  relevance: 'Best Match',
};
