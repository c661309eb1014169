import { queryOptions } from '@tanstack/react-query';
import { getOrder, listOrders } from '#contract/orders.ts';
import { call, nullIfNotFound } from '#web/api/call.ts';
import { endpointQuery, keyOf } from '#web/api/query.ts';

/** My custom prompts, newest first. */
export const ordersQuery = () => endpointQuery(listOrders, {});

/** One order; null when there is none of mine with this id. */
export function orderQuery(id: string) {
  return queryOptions({
    queryKey: keyOf(getOrder, { id }),
    queryFn: (context) => call(getOrder, { id }, context).catch(nullIfNotFound),
  });
}
