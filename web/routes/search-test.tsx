import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { pageHead } from '#web/page-head.ts';

export const Route = createFileRoute('/search-test')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(categoriesQuery()),
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Search test',
      description: 'Tries the search with its filters, for developers.',
      path: '/search-test',
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(
    () => import('#web/pages/search-test/search-test-page.tsx'),
    'SearchTestPage',
  ),
});
