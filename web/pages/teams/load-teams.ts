import type { QueryClient } from '@tanstack/react-query';
import { teamsQuery } from '#web/features/teams/teams.queries.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

/** The member's teams, as they are now. */
export async function loadTeams({ context }: { context: { queryClient: QueryClient } }): Promise<void> {
  await context.queryClient.fetchQuery({ ...teamsQuery(), staleTime: STALE_MILLISECONDS });
}
