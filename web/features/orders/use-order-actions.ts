import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Brief, Order } from '#contract/orders.ts';
import { acceptOrder, changeBrief, requestRevision, syncOrder } from '#contract/orders.ts';
import { call, callWithPaymentTimeout } from '#web/api/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { cacheOrder } from './cache-order.ts';
import { isOutdated, orderFailureMessage } from './order-failure.ts';
import { orderQuery } from './orders.queries.ts';

export interface OrderAction<Input> {
  /** Resolves to whether it succeeded. */
  run: (input: Input) => Promise<boolean>;
  isPending: boolean;
  /** It succeeded at least once. */
  hasRun: boolean;
  /** Why it failed, shown next to its button. */
  failure: string | null;
}

/** What a buyer can do with an order; the response replaces the cached one. */
export function useOrderActions(id: string) {
  return {
    accept: useOrderAction<void>(id, {
      call: () => call(acceptOrder, { id }),
      success: { title: 'Prompt accepted', description: 'It stays here, visible only to you.' },
      failure: 'We couldn’t accept your prompt.',
    }),
    revise: useOrderAction<string>(id, {
      call: (text) => call(requestRevision, { id, body: { text } }),
      success: { title: 'Changes requested', description: 'A prompt engineer will start on them next.' },
      failure: 'We couldn’t send your request.',
    }),
    change: useOrderAction<Brief>(id, {
      call: (brief) => call(changeBrief, { id, body: { brief } }),
      success: { title: 'Brief saved', description: 'We start from this version once you’ve paid.' },
      failure: 'We couldn’t save your brief.',
    }),
    sync: useOrderAction<void>(id, {
      call: () => callWithPaymentTimeout(syncOrder, { id }),
      failure: 'We couldn’t check your payment.',
    }),
  };
}

interface ActionOptions<Input> {
  call: (input: Input) => Promise<Order>;
  success?: { title: string; description: string };
  failure: string;
}

function useOrderAction<Input>(
  id: string,
  { call, success, failure }: ActionOptions<Input>,
): OrderAction<Input> {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: call,
    onSuccess: (order) => {
      cacheOrder(queryClient, order);
      if (success) toast(success);
    },
    onError: async (error) => {
      if (!isOutdated(error)) return;
      // The order was changed in the meantime, in another tab or by fulfillment: its current state says what can be done.
      const order = await queryClient.fetchQuery({ ...orderQuery(id), staleTime: 0 }).catch(() => null);
      if (order) cacheOrder(queryClient, order);
    },
  });
  return {
    run: async (input) => {
      try {
        await mutation.mutateAsync(input);
        return true;
      } catch {
        return false;
      }
    },
    isPending: mutation.isPending,
    hasRun: mutation.isSuccess,
    failure: mutation.error ? orderFailureMessage(mutation.error, failure) : null,
  };
}
