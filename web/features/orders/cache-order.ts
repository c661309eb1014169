import type { QueryClient } from '@tanstack/react-query';
import { listExemplars } from '#contract/exemplars.ts';
import type { Order } from '#contract/orders.ts';
import { searchPrompts } from '#contract/search.ts';
import { refreshCachedPrompt } from '#web/api/cached-prompts.ts';
import { keyOf } from '#web/api/query.ts';
import { forgetDraftOf, tabStore } from './brief/brief-draft.ts';
import { orderQuery, ordersQuery } from './orders.queries.ts';

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
