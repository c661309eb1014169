import type { QueryClient } from '@tanstack/react-query';
import { noticesQuery } from '#web/features/notices/notices.queries.ts';
import { changedPromptsQuery } from '#web/features/versions/versions.queries.ts';
import type { PageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

/** What is new for the member. */
export async function loadNotices({ context }: { context: { queryClient: QueryClient } }): Promise<PageHead> {
  await Promise.all([
    context.queryClient.fetchQuery({ ...noticesQuery(), staleTime: STALE_MILLISECONDS }),
    context.queryClient.fetchQuery({ ...changedPromptsQuery(), staleTime: STALE_MILLISECONDS }),
  ]);
  return {
    title: 'Notices',
    description: 'Answers, deliveries, replies and changes.',
    path: paths.notices(),
    isNotIndexed: true,
  };
}
