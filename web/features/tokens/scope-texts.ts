import type { TokenScope } from '#contract/token-scopes.ts';

/** What each scope lets a program do, for the member who decides. */
export const SCOPE_TEXTS: Readonly<Record<TokenScope, string>> = {
  read: 'Search and read prompts',
  copy: 'Count copies, fill prompts',
  favorites: 'See and change favorites and collections',
  comments: 'Write comments and vote on them',
};
