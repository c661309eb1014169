import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { categoryListQuery, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import { pageHead } from '#web/page-head.ts';

export const Route = createFileRoute('/test-fitness')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureInfiniteQueryData(categoryListQuery('fitness', { sort: 'popular' })),
      queryClient.ensureQueryData(topicsQuery('fitness')),
    ]);
  },
  head: ({ match: { context } }) =>
    pageHead(context.settings, {
      title: 'Fitness data test',
      description: 'Raw data of the fitness category, for developers.',
      path: '/test-fitness',
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(
    () => import('#web/pages/test-fitness/test-fitness-page.tsx'),
    'TestFitnessPage',
  ),
});
