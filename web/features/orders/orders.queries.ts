import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Payment } from '#contract/billing.ts';
import type { Brief, Order } from '#contract/orders.ts';
import { refreshCachedPrompt } from '#web/api/cached-prompts.ts';
import { readJson, SLOW_WRITE_MILLISECONDS, sendJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';
import { forgetDraftOf, tabStore } from './brief-draft.ts';

/** My custom prompts, newest first. */
export function ordersQuery() {
  return queryOptions({
    queryKey: ['/api/orders'],
    queryFn: async (context) => readJson<Order[]>(await callApi(context, '/api/orders')),
  });
}

const ID = /^[a-z2-7]{12}$/;

/** Nothing else can be an id, so nothing else is asked for. */
export function isOrderId(text: unknown): text is string {
  return typeof text === 'string' && ID.test(text);
}

/** One order; null when there is none of mine with this id. */
export function orderQuery(id: string) {
  const path = `/api/orders/${encodeURIComponent(id)}`;
  return queryOptions({
    queryKey: [path],
    queryFn: async (context): Promise<Order | null> => {
      const answer = await callApi(context, path);
      return answer.status === 404 ? null : readJson<Order>(answer);
    },
  });
}

/** Puts an answer wherever the order is kept, and forgets what its payment changes elsewhere. */
export function keepOrder(queryClient: QueryClient, order: Order): void {
  if (order.state !== 'awaiting_payment') forgetDraftOf(tabStore(), order.id);
  const before = queryClient.getQueryData(orderQuery(order.id).queryKey);
  queryClient.setQueryData(orderQuery(order.id).queryKey, order);
  queryClient.setQueryData(ordersQuery().queryKey, (orders) =>
    orders?.map((each) => (each.id === order.id ? order : each)),
  );
  const hasChanged = before?.state !== order.state || before.isDisputed !== order.isDisputed;
  if (hasChanged && order.prompt) forgetLock(queryClient, order.prompt.id);
}

/**
 * The payment opens the prompt it was ordered from, a refund closes it: whatever shows it as it was is asked for again,
 * and so are its exemplars, and searches, which look through what can be read.
 */
function forgetLock(queryClient: QueryClient, promptId: string): void {
  refreshCachedPrompt(queryClient, promptId);
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      path === `/api/prompts/${promptId}/exemplars` || String(path).startsWith('/api/prompts/search'),
  });
}

export interface NewOrder {
  key: string;
  brief: Brief;
  promptId?: string;
}

export function placeOrder(order: NewOrder): Promise<Order> {
  return sendJson<Order>('POST', '/api/orders', order);
}

export function payOrder(id: string): Promise<Payment> {
  return sendJson<Payment>('POST', `/api/orders/${id}/pay`, undefined, SLOW_WRITE_MILLISECONDS);
}

/** The provider's word about the payment, as an order. */
export function syncOrder(id: string): Promise<Order> {
  return sendJson<Order>('POST', `/api/orders/${id}/sync`, undefined, SLOW_WRITE_MILLISECONDS);
}

export function acceptOrder(id: string): Promise<Order> {
  return sendJson<Order>('POST', `/api/orders/${id}/accept`);
}

export function requestRevision(id: string, text: string): Promise<Order> {
  return sendJson<Order>('POST', `/api/orders/${id}/revision`, { text });
}
