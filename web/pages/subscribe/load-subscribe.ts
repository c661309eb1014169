import type { QueryClient } from '@tanstack/react-query';
import { isId } from '#contract/ids.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { billingSettingsQuery, statusQuery } from '#web/features/billing/billing.queries.ts';
import { tiersQuery } from '#web/features/catalog/catalog.queries.ts';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import type { PageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

interface Loading {
  context: { queryClient: QueryClient };
  location: { search: { prompt?: unknown } };
}

export async function loadSubscribe({ context: { queryClient }, location }: Loading): Promise<PageHead> {
  const auth = await queryClient.ensureQueryData(authQuery());
  const { prompt } = location.search;
  await Promise.all([
    queryClient.prefetchQuery(tiersQuery()),
    isId(prompt) ? queryClient.prefetchQuery(promptCardQuery(prompt)) : undefined,
    // Visitors get a view of their own.
    auth.authenticated
      ? queryClient.fetchQuery({ ...statusQuery(), staleTime: STALE_MILLISECONDS })
      : undefined,
    auth.authenticated ? queryClient.ensureQueryData(billingSettingsQuery()) : undefined,
  ]);
  return {
    title: 'Choose Your Plan',
    description: 'Basic, Advanced and Pro: what each plan opens and what it costs a month.',
    path: paths.subscribe(),
    isNotIndexed: true,
  };
}
