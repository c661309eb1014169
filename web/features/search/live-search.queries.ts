import { queryOptions } from '@tanstack/react-query';
import type { SearchResult } from '#contract/search.ts';
import { RELEVANCE } from '#contract/sorts.ts';
import { readJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';
import { stringifySearch } from '#web/search-params.ts';

/** SPEC section 5: more than 2 characters, trimmed. */
export const LIVE_SEARCH_FROM = 3;
/** DECISIONS 36. */
export const LIVE_RESULTS = 8;

export interface LiveResults {
  results: SearchResult[];
  /** How many there are in all. */
  total: number;
}

export function isLiveSearch(text: string): boolean {
  return Array.from(text.trim()).length >= LIVE_SEARCH_FROM;
}

/** The best few results of a text that is still being typed, of whatever category. */
export function liveSearchQuery(text: string) {
  const path = `/api/prompts/search${stringifySearch({ q: text.trim(), sortBy: RELEVANCE, limit: LIVE_RESULTS })}`;
  return queryOptions({
    queryKey: [path],
    queryFn: async (context): Promise<LiveResults> => {
      const answer = await callApi(context, path);
      const results = readJson<SearchResult[]>(answer);
      return { results, total: Number(answer.headers['x-total-count'] ?? results.length) };
    },
  });
}
