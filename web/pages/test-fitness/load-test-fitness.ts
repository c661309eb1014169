import type { QueryClient } from '@tanstack/react-query';
import { categoryListQuery, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import type { PageHead } from '#web/page-head.ts';

export async function loadTestFitness({
  context,
}: {
  context: { queryClient: QueryClient };
}): Promise<PageHead> {
  await Promise.all([
    context.queryClient.ensureInfiniteQueryData(categoryListQuery('fitness', { sort: 'popular' })),
    context.queryClient.ensureQueryData(topicsQuery('fitness')),
  ]);
  return {
    title: 'Fitness data test',
    description: 'Raw data of the fitness category, for developers.',
    path: '/test-fitness',
    isNotIndexed: true,
  };
}
