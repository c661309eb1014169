/** Sorts of category and topic lists (DECISIONS 23) and of search (DECISIONS 28). */
export const LIST_SORTS = ['popular', 'newest', 'rating'] as const;
export const SEARCH_SORTS = ['popular', 'newest', 'title', 'rating', 'date', 'upvotes', 'favorites'] as const;

export type ListSort = (typeof LIST_SORTS)[number];
export type SearchSort = (typeof SEARCH_SORTS)[number];

/** The words of the sort menus; the last three have no menu of their own outside /search-test. */
export const SORT_NAMES: Record<SearchSort, string> = {
  popular: 'Most Popular',
  newest: 'Newest',
  title: 'Alphabetical',
  rating: 'Highest Rated',
  date: 'Date',
  upvotes: 'Upvotes',
  favorites: 'Favorites',
};
