/** Sorts of category and topic lists (DECISIONS 23) and of search (DECISIONS 28). */
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

export type ListSort = (typeof LIST_SORTS)[number];
export type SearchSort = (typeof SEARCH_SORTS)[number];

/**
 * The one sort whose results are not grouped by category: hits in titles first, then the best fit of the words. For the
 * few results shown while somebody types, which a grouped list would all take from its first category.
 */
export const RELEVANCE = 'relevance' satisfies SearchSort;

/** The sorts that are an order of the library's own, whatever is searched for. */
export type LibrarySort = Exclude<SearchSort, typeof RELEVANCE>;

/** The words of the sort menus; the last four have no menu of their own outside /search-test. */
export const SORT_NAMES: Record<SearchSort, string> = {
  popular: 'Most Popular',
  newest: 'Newest',
  title: 'Alphabetical',
  rating: 'Highest Rated',
  date: 'Date',
  upvotes: 'Upvotes',
  favorites: 'Favorites',
  relevance: 'Best Match',
};
