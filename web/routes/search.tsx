import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { SEARCH_SORTS } from '#contract/sorts.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { categoriesQuery, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import {
  effectiveFilters,
  hasBestMatches,
  hasFilter,
  readSearchFilters,
} from '#web/features/search/filters/search-filters.ts';
import { pageHead } from '#web/page-head.ts';
import { withRememberedSort } from '#web/pages/lists/remembered-sort.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/search')({
  validateSearch: readSearchFilters,
  beforeLoad: withRememberedSort('search', SEARCH_SORTS, 'sortBy'),
  // Filters are no new page: the component asks for their results, and keeps the old ones until they come.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: async ({ context: { queryClient }, location }) => {
    const search = readSearchFilters(location.search);
    const [auth, categories, topics] = await Promise.all([
      queryClient.ensureQueryData(authQuery()),
      queryClient.ensureQueryData(categoriesQuery()),
      search.category ? queryClient.ensureQueryData(topicsQuery(search.category)) : [],
    ]);
    const filters = effectiveFilters(search, { categories, topics, isSignedIn: auth.authenticated });
    if (!hasFilter(filters)) return;
    // With the page, which needs it too: no part of what every page fetches first.
    const { bestMatchesQuery, searchCountsQuery, searchQuery } = await import(
      '#web/features/search/search.queries.ts'
    );
    await Promise.all([
      queryClient.ensureInfiniteQueryData(searchQuery(filters)),
      // The results stand without these, so neither fails the page.
      hasBestMatches(filters) ? queryClient.prefetchQuery(bestMatchesQuery(filters)) : undefined,
      queryClient.prefetchQuery(searchCountsQuery(filters)),
    ]);
  },
  head: ({ match: { context, search } }) =>
    pageHead(context.settings, {
      title: 'Search & Discovery',
      description: 'Search the library by title or content; filter by category, topic and tier.',
      path: paths.search(),
      // The empty search page is a page like others; results are not worth an index entry.
      isNotIndexed: hasFilter(search),
    }),
  component: lazyRouteComponent(() => import('#web/pages/search/search-page.tsx'), 'SearchPage'),
});
