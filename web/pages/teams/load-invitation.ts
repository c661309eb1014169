import type { QueryClient } from '@tanstack/react-query';
import { invitationQuery } from '#web/features/teams/teams.queries.ts';

interface Loading {
  context: { queryClient: QueryClient };
  deps: { invitation: string; key: string };
}

/** What a link invites to. What came with the page is not asked for again: a link that is no good is an error each time. */
export async function loadInvitation({ context, deps: { invitation, key } }: Loading): Promise<void> {
  await context.queryClient.ensureQueryData(invitationQuery(invitation, key));
}
