import { type InfiniteData, type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import { LIMITS } from '#contract/limits.ts';
import { countSearch, type SearchResult, searchPrompts } from '#contract/search.ts';
import { RELEVANCE, type SearchSort } from '#contract/sorts.ts';
import type { Tier } from '#contract/tiers.ts';
import { callPage } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { endpointQuery, keyOf, pagedQuery } from '#web/api/query.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';

/** The search page's state, as its URL holds it. */
export interface SearchFilters {
  q?: string;
  /** The words as they are, not what was probably meant. */
  exact?: 'true';
  category?: string;
  topic?: string;
  tier?: Tier;
  sortBy?: SearchSort;
  favoritesOnly?: 'true';
}

export interface SearchPage {
  results: SearchResult[];
  /** How many match over all pages. */
  total: number;
  /** More match than `total`. */
  nextCursor: string | null;
  /** The words searched instead, when nothing matched the ones asked for. */
  corrected: string | null;
  /** A message when the search failed: it shows no results then. */
  failure: string | null;
}

/** What is said beside a way to try again. */
export const SEARCH_FAILURE = 'Search is unavailable.';

/** A failure that came with the page is not tried again at once, but on a later visit. */
const FAILURE_MILLISECONDS = 10_000;

/**
 * A first page that fails is a response with `failure` set: it is sent by the server and hydrates like any other.
 * A later page or a refetch that fails throws, and the results shown stay.
 */
export function searchQuery(filters: SearchFilters) {
  const query = {
    ...filters,
    q: filters.q?.trim(),
    sortBy: filters.sortBy === 'popular' ? undefined : filters.sortBy,
  };
  const queryKey = keyOf(searchPrompts, { query });
  const ask = async (
    cursor: string | undefined,
    context: Pick<QueryFunctionContext, 'client' | 'signal'>,
  ): Promise<SearchPage> => {
    try {
      const page = await callPage(searchPrompts, { query: { ...query, cursor } }, context);
      const { items, total, nextCursor, corrected = null } = page;
      return { results: items, total, nextCursor, corrected, failure: null };
    } catch (error) {
      const shown = context.client.getQueryData<InfiniteData<SearchPage>>(queryKey);
      const isShown = shown?.pages[0]?.failure === null;
      if (cursor !== undefined || isShown || context.signal.aborted) throw error;
      return failedPage(error);
    }
  };
  return pagedQuery(queryKey, ask, (first) =>
    first?.failure ? FAILURE_MILLISECONDS : Number.POSITIVE_INFINITY,
  );
}

/** The results that match best, of whatever category; no more than are shown while typing. */
export interface BestMatches {
  results: SearchResult[];
  /** How many there are in all. */
  total: number;
  /** As a page's. */
  corrected: string | null;
}

/** The best few results of a text, whatever sort is chosen. Prompts with all words come before those with some. */
export function bestMatchesQuery({ sortBy: _, ...filters }: SearchFilters & { q: string }) {
  const query = { ...filters, q: filters.q.trim(), sortBy: RELEVANCE, limit: LIMITS.liveResults } as const;
  return queryOptions({
    queryKey: keyOf(searchPrompts, { query }),
    queryFn: async (context): Promise<BestMatches> => {
      const page = await callPage(searchPrompts, { query }, context);
      const { items, total, corrected = null } = page;
      return { results: items, total, corrected };
    },
  });
}

/** How many prompts the text matches, for every category, topic and tier. */
export function searchCountsQuery({ q, exact, favoritesOnly }: SearchFilters) {
  return endpointQuery(countSearch, { query: { q: q?.trim(), exact, favoritesOnly } });
}

function failedPage(error: unknown): SearchPage {
  const none = { results: [], total: 0, nextCursor: null, corrected: null };
  // A filter that names nothing we have: nothing is found, nothing is broken.
  if (error instanceof ApiError && error.status === 400) return { ...none, failure: null };
  if (error instanceof ApiError && error.status === 429) {
    const wait = error.retryAfter ? ` in ${countWithNoun(error.retryAfter, 'second')}` : ' in a moment';
    return { ...none, failure: `Too many searches at once. Please try again${wait}.` };
  }
  return { ...none, failure: SEARCH_FAILURE };
}
