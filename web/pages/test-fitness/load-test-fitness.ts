import type { QueryClient } from '@tanstack/react-query';
import { categoryListQuery, topicsQuery } from '#web/features/catalog/catalog.queries.ts';

export async function loadTestFitness({ context }: { context: { queryClient: QueryClient } }): Promise<void> {
  await Promise.all([
    context.queryClient.ensureInfiniteQueryData(categoryListQuery('fitness', { sort: 'popular' })),
    context.queryClient.ensureQueryData(topicsQuery('fitness')),
  ]);
}
