import type { QueryClient } from '@tanstack/react-query';
import {
  accountQuery,
  mailChoicesQuery,
  sessionsQuery,
} from '#web/features/account/account-settings.queries.ts';
import { statusQuery } from '#web/features/billing/billing.queries.ts';
import { recentsQuery } from '#web/features/recents/recents.queries.ts';
import type { PageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

/** What the sections of the account show. */
export async function loadAccount({ context }: { context: { queryClient: QueryClient } }): Promise<PageHead> {
  const { queryClient } = context;
  const staleTime = STALE_MILLISECONDS;
  await Promise.all([
    queryClient.fetchQuery({ ...accountQuery(), staleTime }),
    queryClient.fetchQuery({ ...sessionsQuery(), staleTime }),
    queryClient.fetchQuery({ ...mailChoicesQuery(), staleTime }),
    queryClient.fetchQuery({ ...statusQuery(), staleTime }),
    queryClient.ensureInfiniteQueryData(recentsQuery()),
  ]);
  return {
    title: 'Account',
    description: 'Your name, where you are signed in, your data, and how to leave.',
    path: paths.account(),
    isNotIndexed: true,
  };
}
