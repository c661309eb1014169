import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { SEARCH_SORTS } from '#contract/sorts.ts';
import { hasFilter, readSearchFilters } from '#web/features/search/filters/search-filters.ts';
import { pageHead } from '#web/page-head.ts';
import { withRememberedSort } from '#web/pages/lists/remembered-sort.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/search')({
  validateSearch: readSearchFilters,
  beforeLoad: withRememberedSort('search', SEARCH_SORTS, 'sortBy'),
  // Filters are no new page: the component asks for their results, and keeps the old ones until they come.
  shouldReload: ({ cause }) => cause !== 'stay',
  loader: lazyFn(() => import('#web/pages/search/search-page.tsx'), 'loadSearch'),
  head: ({ match: { context, search } }) =>
    pageHead(context.settings, {
      title: search.q ? `${search.q} · Search & Discovery` : 'Search & Discovery',
      description: 'Search the library by title or content; filter by category, topic and tier.',
      path: paths.search(),
      // The empty search page is a page like others; results are not worth an index entry.
      isNotIndexed: hasFilter(search),
    }),
  component: lazyRouteComponent(() => import('#web/pages/search/search-page.tsx'), 'SearchPage'),
});
