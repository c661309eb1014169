import type { QueryClient } from '@tanstack/react-query';
import { billingSettingsQuery, statusQuery } from '#web/features/billing/billing.queries.ts';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

interface Loading {
  context: { queryClient: QueryClient };
  deps: { prompt?: string | undefined };
}

export async function loadSubscription({
  context: { queryClient },
  deps: { prompt },
}: Loading): Promise<void> {
  await Promise.all([
    prompt === undefined ? undefined : queryClient.prefetchQuery(promptCardQuery(prompt)),
    queryClient.fetchQuery({ ...statusQuery(), staleTime: STALE_MILLISECONDS }),
    queryClient.ensureQueryData(billingSettingsQuery()),
  ]);
}
