import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getCollection, listCollections } from '#contract/collections.ts';
import { isId } from '#contract/ids.ts';
import { listSavedValues } from '#contract/saved-values.ts';
import { getInvitation, listTeams } from '#contract/teams.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { endpointQuery, keyOf } from '#web/api/query.ts';

/** The teams I belong to, my own first. */
export const teamsQuery = () => endpointQuery(listTeams, {});

/** What a link invites to; `unknown` for one that no longer works, `other` for one to another address. */
export const invitationQuery = (invitationId: string, key: string) =>
  queryOptions({
    queryKey: keyOf(getInvitation, { invitationId, query: { key } }),
    queryFn: async (context) => {
      if (!isId(invitationId)) return 'unknown' as const;
      try {
        return await call(getInvitation, { invitationId, query: { key } }, context);
      } catch (error) {
        const status = error instanceof ApiError ? error.status : undefined;
        if (status === 404 || status === 400) return 'unknown' as const;
        if (status === 403) return 'other' as const;
        throw error;
      }
    },
  });

/** After I came to a team or left one: what teams share may be another now. */
export async function refreshTeams(queryClient: QueryClient): Promise<void> {
  for (const endpoint of [listCollections, getCollection, listSavedValues]) {
    void queryClient.invalidateQueries({ queryKey: keyOf(endpoint), refetchType: 'none' });
  }
  await queryClient.invalidateQueries({ queryKey: keyOf(listTeams) });
}
