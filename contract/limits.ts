/** Numbers both sides must agree on. Counts, unless the name says characters, bytes or milliseconds. */
export const LIMITS = {
  searchTextCharacters: 200,
  /** Of a prompt's text; what comes behind is stored and shown, but not found. */
  searchedCharacters: 50_000,
  listPage: 12,
  listPageMost: 100,
  searchPage: 100,
  searchPageMost: 200,
  commentCharacters: 10_000,
  commentEditMinutes: 15,
  commentRepeatSeconds: 60,
  commentPage: 200,
  interactionsInPage: 500,
  favoritePage: 200,
  recents: 100,
  related: 4,
  briefGoalCharacters: 160,
  briefCharacters: 4000,
  orders: 100,
  teaserCharacters: 240,
  trialDays: 7,
  graceDays: 7,
  bodyBytes: 100_000,
  loadMoreShownFrom: 6,
  chipsFirstShown: 4,
  placeholders: 8,
  searchTestDebounceMilliseconds: 300,
} as const;

/** How often one member may do something: `count` times in `minutes`; `words` for the sentence that says no. */
export const ACTION_LIMITS = {
  favorite: { count: 240, minutes: 2, words: 'favorites' },
  vote: { count: 240, minutes: 2, words: 'votes' },
  copy: { count: 240, minutes: 2, words: 'copies' },
  opening: { count: 240, minutes: 2, words: 'opened prompts' },
  comment: { count: 50, minutes: 10, words: 'comments' },
  commentChange: { count: 100, minutes: 10, words: 'changes of comments' },
  report: { count: 10, minutes: 10, words: 'reports' },
  billing: { count: 60, minutes: 10, words: 'changes of the subscription' },
  order: { count: 30, minutes: 10, words: 'changes of orders' },
  exports: { count: 60, minutes: 10, words: 'exports' },
  recents: { count: 60, minutes: 2, words: 'changes of recent prompts' },
} as const;

export type Action = keyof typeof ACTION_LIMITS;
