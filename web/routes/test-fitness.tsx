import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { loadedHead } from '#web/page-head.ts';

export const Route = createFileRoute('/test-fitness')({
  loader: lazyFn(() => import('#web/pages/test-fitness/test-fitness-page.tsx'), 'loadTestFitness'),
  head: loadedHead,
  component: lazyRouteComponent(
    () => import('#web/pages/test-fitness/test-fitness-page.tsx'),
    'TestFitnessPage',
  ),
});
