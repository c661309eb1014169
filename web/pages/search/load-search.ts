import type { QueryClient } from '@tanstack/react-query';
import { authQuery } from '#web/features/account/account.queries.ts';
import { categoriesQuery, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import {
  effectiveFilters,
  hasBestMatches,
  hasFilter,
  readSearchFilters,
} from '#web/features/search/filters/search-filters.ts';
import { bestMatchesQuery, searchCountsQuery, searchQuery } from '#web/features/search/search.queries.ts';

interface SearchLoad {
  context: { queryClient: QueryClient };
  location: { search: Record<string, unknown> };
}

/** What the address searches for; nothing where it says nothing. */
export async function loadSearch({ context: { queryClient }, location }: SearchLoad): Promise<void> {
  const search = readSearchFilters(location.search);
  const [auth, categories, topics] = await Promise.all([
    queryClient.ensureQueryData(authQuery()),
    queryClient.ensureQueryData(categoriesQuery()),
    search.category ? queryClient.ensureQueryData(topicsQuery(search.category)) : [],
  ]);
  const filters = effectiveFilters(search, { categories, topics, isSignedIn: auth.authenticated });
  if (!hasFilter(filters)) return;
  await Promise.all([
    queryClient.ensureInfiniteQueryData(searchQuery(filters)),
    // The results stand without these, so neither fails the page.
    hasBestMatches(filters) ? queryClient.prefetchQuery(bestMatchesQuery(filters)) : undefined,
    queryClient.prefetchQuery(searchCountsQuery(filters)),
  ]);
}
