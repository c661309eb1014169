import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Order } from '#contract/orders.ts';
import { toast } from '#web/ui/toast.ts';
import { isOutdated, orderFailureWords } from './order-failure.ts';
import { acceptOrder, keepOrder, orderQuery, requestRevision, syncOrder } from './orders.queries.ts';

export interface OrderAction<Input> {
  /** Resolves to whether it went through. */
  run: (input: Input) => Promise<boolean>;
  isPending: boolean;
  /** It went through at least once. */
  hasRun: boolean;
  /** Why it failed, to stand beside its button. */
  failure: string | null;
}

/** What a buyer does with an order; the answer replaces what is known of it. */
export function useOrderActions(id: string) {
  return {
    accept: useOrderAction<void>(id, {
      call: () => acceptOrder(id),
      success: { title: 'Prompt accepted', description: 'It stays here for you alone.' },
      failure: 'Your prompt could not be accepted.',
    }),
    revise: useOrderAction<string>(id, {
      call: (text) => requestRevision(id, text),
      success: { title: 'Changes requested', description: 'A prompt engineer takes it up again.' },
      failure: 'Your request could not be sent.',
    }),
    sync: useOrderAction<void>(id, {
      call: () => syncOrder(id),
      failure: 'Your payment could not be checked.',
    }),
  };
}

interface ActionWords<Input> {
  call: (input: Input) => Promise<Order>;
  success?: { title: string; description: string };
  failure: string;
}

function useOrderAction<Input>(
  id: string,
  { call, success, failure }: ActionWords<Input>,
): OrderAction<Input> {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: call,
    onSuccess: (order) => {
      keepOrder(queryClient, order);
      if (success) toast(success);
    },
    onError: async (error) => {
      if (!isOutdated(error)) return;
      // Somebody was faster, in another tab or at our desk: what stands there now says what can be done.
      const order = await queryClient.fetchQuery({ ...orderQuery(id), staleTime: 0 }).catch(() => null);
      if (order) keepOrder(queryClient, order);
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
    failure: mutation.error ? orderFailureWords(mutation.error, failure) : null,
  };
}
