import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SubscriptionStatus } from '#contract/billing.ts';
import { ApiError } from '#web/api/client.ts';
import { keepStatus, statusQuery } from './billing.queries.ts';
import { billingFailure } from './billing-failure.ts';

interface ActionOptions<Status extends SubscriptionStatus> {
  call: () => Promise<Status>;
  /** When the server gives no words of its own. */
  failure: string;
  onDone?: (status: Status) => void;
  onFailed?: (words: string) => void;
}

/** Something done with the subscription that answers with how it stands then. */
export function useBillingAction<Status extends SubscriptionStatus>(options: ActionOptions<Status>) {
  const { call, failure, onDone, onFailed } = options;
  const queryClient = useQueryClient();
  const action = useMutation({
    mutationFn: call,
    onSuccess: (status) => {
      keepStatus(queryClient, status);
      onDone?.(status);
    },
    onError: (error) => {
      // Refused as things stand: then they do not stand as this page believes.
      if (error instanceof ApiError && error.status < 500) {
        void queryClient.invalidateQueries({ queryKey: statusQuery().queryKey });
      }
      const words = billingFailure(error, failure);
      if (words !== null) onFailed?.(words);
    },
  });
  return {
    run: () => action.mutate(),
    isPending: action.isPending,
    failure: action.error ? billingFailure(action.error, failure) : null,
  };
}
