import type { QueryClient } from '@tanstack/react-query';
import { authQuery } from '#web/features/account/account.queries.ts';
import { orderQuery } from '#web/features/orders/orders.queries.ts';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { ticketsQuery } from '#web/features/support/support.queries.ts';
import type { PageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

interface Loading {
  context: { queryClient: QueryClient };
  deps: { prompt?: string | undefined; order?: string | undefined };
}

/** Never throws for what it is about: without that it is the form all the same. */
export async function loadContact({ context, deps: { prompt, order } }: Loading): Promise<PageHead> {
  const { queryClient } = context;
  const auth = await queryClient.ensureQueryData(authQuery());
  await Promise.all([
    prompt === undefined ? undefined : queryClient.prefetchQuery(promptCardQuery(prompt)),
    auth.authenticated
      ? queryClient.prefetchQuery({ ...ticketsQuery(), staleTime: STALE_MILLISECONDS })
      : undefined,
    auth.authenticated && order !== undefined ? queryClient.prefetchQuery(orderQuery(order)) : undefined,
  ]);
  return {
    title: 'Contact',
    description: 'Write to the people behind the library: questions, payments, custom prompts, privacy.',
    path: paths.contact(),
  };
}
