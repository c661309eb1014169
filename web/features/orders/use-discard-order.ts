import { useMutation, useQueryClient } from '@tanstack/react-query';
import { discardOrder } from '#contract/orders.ts';
import { callWithPaymentTimeout, nullIfNotFound } from '#web/api/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { forgetDraftOf, tabStore } from './brief/brief-draft.ts';
import { cacheOrder } from './cache-order.ts';
import { isOutdated, orderFailureMessage } from './order-failure.ts';
import { orderQuery, ordersQuery } from './orders.queries.ts';

/** Deletes an unpaid order. @param onDiscarded leaves its page */
export function useDiscardOrder(id: string, onDiscarded: () => Promise<void>) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    // Gone already, by another tab.
    mutationFn: () => callWithPaymentTimeout(discardOrder, { id }).catch(nullIfNotFound),
    onSuccess: async () => {
      forgetDraftOf(tabStore(), id);
      queryClient.setQueryData(ordersQuery().queryKey, (orders) => orders?.filter((each) => each.id !== id));
      await onDiscarded();
      // Not before: its page would ask for it again.
      queryClient.removeQueries({ queryKey: orderQuery(id).queryKey });
      toast({ title: 'Order discarded', description: 'Nothing was charged.' });
    },
    onError: async (error) => {
      if (!isOutdated(error)) return;
      const order = await queryClient.fetchQuery({ ...orderQuery(id), staleTime: 0 }).catch(() => null);
      if (order) cacheOrder(queryClient, order);
    },
  });
  return {
    discard: () => mutation.mutate(),
    isPending: mutation.isPending || mutation.isSuccess,
    failure: mutation.error ? orderFailureMessage(mutation.error, 'We couldn’t discard this order.') : null,
  };
}
