import { bestMatchesQuery, type SearchFilters } from '../search.queries.ts';

/** Characters of the trimmed text. */
const LIVE_SEARCH_FROM = 3;

export function isLiveSearch(text: string): boolean {
  return Array.from(text.trim()).length >= LIVE_SEARCH_FROM;
}

/** The best few results of a text that is still being typed. */
export function liveSearchQuery(text: string, filters: SearchFilters = {}) {
  return bestMatchesQuery({ ...filters, q: text });
}
