import type { QueryClient } from '@tanstack/react-query';
import { invitationQuery } from '#web/features/teams/teams.queries.ts';
import type { PageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

interface Loading {
  context: { queryClient: QueryClient };
  deps: { invitation: string; key: string };
}

/** What a link invites to. What came with the page is not asked for again: a link that is no good is an error each time. */
export async function loadInvitation({ context, deps: { invitation, key } }: Loading): Promise<PageHead> {
  await context.queryClient.ensureQueryData(invitationQuery(invitation, key));
  return {
    title: 'Join a team',
    description: 'An invitation to a team.',
    path: paths.joinTeam(),
    isNotIndexed: true,
  };
}
