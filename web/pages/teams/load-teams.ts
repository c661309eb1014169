import type { QueryClient } from '@tanstack/react-query';
import { collectionsQuery } from '#web/features/collections/collections.queries.ts';
import { teamsQuery } from '#web/features/teams/teams.queries.ts';
import type { PageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

/** The member's teams, as they are now. */
export async function loadTeams({ context }: { context: { queryClient: QueryClient } }): Promise<PageHead> {
  const { queryClient } = context;
  await Promise.all([
    queryClient.fetchQuery({ ...teamsQuery(), staleTime: STALE_MILLISECONDS }),
    queryClient.fetchQuery({ ...collectionsQuery(), staleTime: STALE_MILLISECONDS }),
  ]);
  return {
    title: 'Teams',
    description: 'The people you share collections and saved values with.',
    path: paths.teams(),
    isNotIndexed: true,
  };
}
