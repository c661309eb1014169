import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from '#web/page-head.ts';

export const Route = createFileRoute('/test-fitness')({
  loader: lazyFn(() => import('#web/pages/test-fitness/test-fitness-page.tsx'), 'loadTestFitness'),
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
