import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { listExemplars } from '#contract/exemplars.ts';
import { getOrder, listOrders, type Order } from '#contract/orders.ts';
import { searchPrompts } from '#contract/search.ts';
import { refreshCachedPrompt } from '#web/api/cached-prompts.ts';
import { call, nullIfNotFound } from '#web/api/call.ts';
import { endpointQuery, keyOf } from '#web/api/query.ts';
import { forgetDraftOf, tabStore } from './brief/brief-draft.ts';

/** My custom prompts, newest first. */
export const ordersQuery = () => endpointQuery(listOrders, {});

/** One order; null when there is none of mine with this id. */
export function orderQuery(id: string) {
  return queryOptions({
    queryKey: keyOf(getOrder, { id }),
    queryFn: (context) => call(getOrder, { id }, context).catch(nullIfNotFound),
  });
}

/** Updates the order in every cached response, and invalidates what its payment changes elsewhere. */
export function cacheOrder(queryClient: QueryClient, order: Order): void {
  if (order.state !== 'awaiting_payment') forgetDraftOf(tabStore(), order.id);
  const before = queryClient.getQueryData(orderQuery(order.id).queryKey);
  queryClient.setQueryData(orderQuery(order.id).queryKey, order);
  queryClient.setQueryData(ordersQuery().queryKey, (orders) =>
    orders?.map((each) => (each.id === order.id ? order : each)),
  );
  const hasChanged = before?.state !== order.state || before.isDisputed !== order.isDisputed;
  if (hasChanged && order.prompt) invalidatePrompt(queryClient, order.prompt.id);
}

/**
 * The payment opens the prompt it was ordered from, a refund closes it: everything that shows it is fetched again, and so
 * are its exemplars, and searches, which cover only what can be read.
 */
function invalidatePrompt(queryClient: QueryClient, promptId: string): void {
  refreshCachedPrompt(queryClient, promptId);
  void queryClient.invalidateQueries({ queryKey: keyOf(listExemplars, { id: promptId }) });
  void queryClient.invalidateQueries({ queryKey: keyOf(searchPrompts) });
}
