import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { SearchResult } from '#contract/search.ts';
import type { SearchSort } from '#contract/sorts.ts';
import type { Tier } from '#contract/tiers.ts';
import { ApiError, type RawAnswer, readJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';
import { stringifySearch } from '#web/search-params.ts';
import { countWords } from '#web/ui/format-count.ts';

/** The search page's state, as its URL holds it (SPEC section 5). */
export interface SearchFilters {
  q?: string;
  category?: string;
  topic?: string;
  tier?: Tier;
  sortBy?: SearchSort;
  favoritesOnly?: 'true';
}

export interface SearchPageAnswer {
  results: SearchResult[];
  /** How many match over all pages. */
  total: number;
  nextCursor: string | null;
  /** The words searched instead, when nothing matched the ones asked for. */
  corrected: string | null;
  /** Words for the visitor when the search failed: it shows no results then (SPEC section 8). */
  failure: string | null;
}

/** A failure that came with the page is not asked again at once; later it is. */
const FAILURE_SECONDS = 10;

/**
 * A first page that fails is an answer with `failure` set: it travels from the server and hydrates like any other.
 * A later page, and a list asked for again, that fail throw, and what is there stays.
 */
export function searchQuery(filters: SearchFilters) {
  const path = '/api/prompts/search';
  const search = {
    q: filters.q?.trim(),
    category: filters.category,
    topic: filters.topic,
    tier: filters.tier,
    sortBy: filters.sortBy === 'popular' ? undefined : filters.sortBy,
    favoritesOnly: filters.favoritesOnly,
  };
  return infiniteQueryOptions({
    queryKey: [`${path}${stringifySearch(search)}`],
    queryFn: async (context) => {
      const query = stringifySearch({ ...search, cursor: context.pageParam ?? undefined });
      try {
        return readSearchPage(await callApi(context, `${path}${query}`));
      } catch (error) {
        const shown = context.client.getQueryData<InfiniteData<SearchPageAnswer>>(context.queryKey);
        const isShown = shown?.pages[0]?.failure === null;
        if (context.pageParam !== null || isShown || context.signal.aborted) throw error;
        return failedPage(error);
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // A failure is shown, not believed: whoever comes back to it asks again.
    staleTime: (query) =>
      query.state.data?.pages[0]?.failure ? FAILURE_SECONDS * 1000 : Number.POSITIVE_INFINITY,
  });
}

function readSearchPage(answer: RawAnswer): SearchPageAnswer {
  const results = readJson<SearchResult[]>(answer);
  const next = /<([^>]+)>;\s*rel="next"/.exec(answer.headers['link'] ?? '')?.[1];
  const corrected = answer.headers['x-search-corrected'];
  return {
    results,
    total: Number(answer.headers['x-total-count'] ?? results.length),
    nextCursor: next ? new URL(next, 'http://localhost').searchParams.get('cursor') : null,
    corrected: corrected ? decodeURIComponent(corrected) : null,
    failure: null,
  };
}

function failedPage(error: unknown): SearchPageAnswer {
  const none = { results: [], total: 0, nextCursor: null, corrected: null };
  if (!(error instanceof ApiError)) return { ...none, failure: 'The search could not be reached.' };
  // A filter that names nothing we have: nothing is found, nothing is broken.
  if (error.status === 400) return { ...none, failure: null };
  if (error.status === 429) {
    const wait = error.retryAfter ? ` in ${countWords(error.retryAfter, 'second')}` : ' in a moment';
    return { ...none, failure: `Too many searches at once. Please try again${wait}.` };
  }
  return { ...none, failure: 'The search did not go through.' };
}
