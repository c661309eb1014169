import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { billingSettingsQuery } from '#web/features/billing/billing.queries.ts';
import { orderQuery, ordersQuery } from '#web/features/orders/orders.queries.ts';
import { orderMessagesQuery } from '#web/features/support/support.queries.ts';
import type { PageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

const HEAD: PageHead = {
  title: 'My Custom Prompts',
  description: 'The prompts you ordered.',
  path: paths.orders(),
  isNotIndexed: true,
};

/** All orders of the member, or one of them. */
export async function loadOrders(call: {
  context: { queryClient: QueryClient };
  deps: { order?: string | undefined };
}): Promise<PageHead> {
  const { queryClient } = call.context;
  const { order } = call.deps;
  const query = { staleTime: STALE_MILLISECONDS };
  if (order === undefined) {
    await queryClient.fetchQuery({ ...ordersQuery(), ...query });
    return HEAD;
  }
  const [found] = await Promise.all([
    queryClient.fetchQuery({ ...orderQuery(order), ...query }),
    // Fetched again where it is needed, should it fail here.
    queryClient.prefetchQuery(billingSettingsQuery()),
    queryClient.prefetchQuery({ ...orderMessagesQuery(order), ...query }),
  ]);
  if (!found) throw notFound();
  return { ...HEAD, title: found.brief.goal };
}
