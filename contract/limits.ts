/** Numbers both sides must agree on. Counts, unless the name says characters, bytes or milliseconds. */
export const LIMITS = {
  searchTextCharacters: 200,
  /** Of a prompt's text; what comes behind is stored and shown, but not found. */
  searchedCharacters: 50_000,
  listPage: 12,
  listPageMost: 100,
  searchPage: 100,
  searchPageMost: 200,
  bodyBytes: 100_000,
  loadMoreShownFrom: 6,
  chipsFirstShown: 4,
  placeholders: 8,
  searchTestDebounceMilliseconds: 300,
} as const;
