/** Numbers both sides must agree on. Counts, unless the name says characters, bytes or milliseconds. */
export const LIMITS = {
  searchTextCharacters: 200,
  listPage: 12,
  listPageMost: 100,
  searchPage: 100,
  searchPageMost: 200,
  commentCharacters: 10_000,
  commentEditMinutes: 15,
  bodyBytes: 100_000,
  loadMoreShownFrom: 6,
  chipsFirstShown: 4,
  placeholders: 8,
  searchTestDebounceMilliseconds: 300,
} as const;
