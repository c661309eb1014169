import type { QueryClient } from '@tanstack/react-query';
import { grantsQuery } from '#web/features/oauth/oauth.queries.ts';
import { tokensQuery } from '#web/features/tokens/tokens.queries.ts';
import type { PageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

/** The member's tokens, and the apps they connected. */
export async function loadTokens({ context }: { context: { queryClient: QueryClient } }): Promise<PageHead> {
  await Promise.all([
    context.queryClient.fetchQuery({ ...tokensQuery(), staleTime: STALE_MILLISECONDS }),
    context.queryClient.fetchQuery({ ...grantsQuery(), staleTime: STALE_MILLISECONDS }),
  ]);
  return {
    title: 'Tokens and apps',
    description: 'Your scripts and AI tools.',
    path: paths.tokens(),
    isNotIndexed: true,
  };
}
