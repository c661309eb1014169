import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SubscriptionStatus } from '#contract/billing.ts';
import { ApiError } from '#web/api/client.ts';
import { cacheStatus, statusQuery } from '../billing.queries.ts';
import { billingFailure } from '../billing-failure.ts';

interface ActionOptions<Status extends SubscriptionStatus> {
  call: () => Promise<Status>;
  /** When the server gives no message of its own. */
  failure: string;
  onDone?: (status: Status) => void;
  onFailed?: (message: string) => void;
}

/** Something done with the subscription that returns its new state. */
export function useBillingAction<Status extends SubscriptionStatus>(options: ActionOptions<Status>) {
  const { call, failure, onDone, onFailed } = options;
  const queryClient = useQueryClient();
  const action = useMutation({
    mutationFn: call,
    onSuccess: (status) => {
      cacheStatus(queryClient, status);
      onDone?.(status);
    },
    onError: (error) => {
      // Refused in the current state, so that is not the one this page shows.
      if (error instanceof ApiError && error.status < 500) {
        void queryClient.invalidateQueries({ queryKey: statusQuery().queryKey });
      }
      const message = billingFailure(error, failure);
      if (message !== null) onFailed?.(message);
    },
  });
  return {
    run: () => action.mutate(),
    isPending: action.isPending,
    failure: action.error ? billingFailure(action.error, failure) : null,
  };
}
