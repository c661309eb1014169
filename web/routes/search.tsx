import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { categoriesQuery, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import type { SearchFilters } from '#web/features/search/search.queries.ts';
import { effectiveFilters, hasFilter, readSearchFilters } from '#web/features/search/search-filters.ts';
import { pageHead } from '#web/page-head.ts';
import { type PromptSearch, readPromptSearch } from '#web/pages/prompt/prompt-search.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/search')({
  validateSearch: (search: Record<string, unknown>): SearchFilters & PromptSearch => ({
    ...readSearchFilters(search),
    ...readPromptSearch(search),
  }),
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
    const { searchQuery } = await import('#web/features/search/search.queries.ts');
    await queryClient.ensureInfiniteQueryData(searchQuery(filters));
  },
  head: ({ match: { context, search } }) =>
    pageHead(context.settings, {
      title: 'Search & Discovery',
      description: 'Search the library by title or content; filter by category, topic and tier.',
      path: paths.search(),
      // The empty search page is a page like others; results are not worth an index entry.
      isNotIndexed: hasFilter(search),
    }),
  component: lazyRouteComponent(() => import('#web/pages/search-page.tsx'), 'SearchPage'),
});
