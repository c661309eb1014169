import type { QueryClient } from '@tanstack/react-query';
import { billingSettingsQuery, statusQuery } from '#web/features/billing/billing.queries.ts';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import type { PageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

interface Loading {
  context: { queryClient: QueryClient };
  deps: { prompt?: string | undefined };
}

export async function loadSubscription({
  context: { queryClient },
  deps: { prompt },
}: Loading): Promise<PageHead> {
  await Promise.all([
    prompt === undefined ? undefined : queryClient.prefetchQuery(promptCardQuery(prompt)),
    queryClient.fetchQuery({ ...statusQuery(), staleTime: STALE_MILLISECONDS }),
    queryClient.ensureQueryData(billingSettingsQuery()),
  ]);
  return {
    title: 'Manage Subscription',
    description: 'Your plan, when it renews, and how to change or end it.',
    path: paths.subscription(),
    isNotIndexed: true,
  };
}
