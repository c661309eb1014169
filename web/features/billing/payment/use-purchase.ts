import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type BillingSettings, createSubscription, type Payment, type PlanTier } from '#contract/billing.ts';
import type { ResponseBody } from '#contract/endpoint.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { statusQuery } from '../billing.queries.ts';
import { subscriptionFailure } from '../billing-failure.ts';

export interface Purchase {
  /** What to confirm in the form; undefined while the server prepares it. */
  payment: (Payment & { monthlyCents: number }) | undefined;
  /** 'Subscription failed: …' of the last choice. */
  failure: string | null;
  /** Prepares it once more: the payment that was there cannot be made. */
  restart: () => void;
  /** Clears the outcome of the last choice. */
  reset: () => void;
}

interface PurchaseOptions {
  /** The plan that is chosen; each choice starts a subscription, or continues the one started. */
  plan: PlanTier | undefined;
  priceIds: BillingSettings['priceIds'];
  /** Nothing was due for that plan: it is paid. */
  onNothingDue: (plan: PlanTier) => void;
  /** The choice of that plan must be undone. */
  onFailed: (plan: PlanTier) => void;
}

export function usePurchase({ plan, priceIds, onNothingDue, onFailed }: PurchaseOptions): Purchase {
  const queryClient = useQueryClient();
  const creation = useMutation({
    mutationFn: (tier: PlanTier) => prepare(priceIds[tier]),
    onError: (error) => {
      // Not as this page believed: bought in another tab, perhaps.
      if (error instanceof ApiError && error.status === 409) {
        void queryClient.invalidateQueries({ queryKey: statusQuery().queryKey });
      }
    },
  });
  const { mutate, reset, error, variables, data } = creation;
  // Not an effect of the error that is there: choosing the same plan again begins with the error of the last time.
  // Reported only for the last call of this page, so leaving it cancels the callbacks.
  const start = (tier: PlanTier) =>
    mutate(tier, {
      onSuccess: ({ clientSecret }) => {
        if (clientSecret === null) onNothingDue(tier);
      },
      onError: () => onFailed(tier),
    });
  const begin = useEffectEvent(start);
  useEffect(() => {
    if (plan !== undefined) begin(plan);
  }, [plan]);
  return {
    payment: variables === plan && data && isDue(data) ? data : undefined,
    failure: error && subscriptionFailure(error),
    restart: () => {
      if (plan !== undefined) start(plan);
    },
    reset,
  };
}

/** Without a secret nothing is due: the customer's credit has paid for it. */
export type StartedSubscription = ResponseBody<typeof createSubscription>;

async function prepare(priceId: string | undefined): Promise<StartedSubscription> {
  if (priceId === undefined) throw refusal('Payment system not configured');
  const beginning = await callWithPaymentTimeout(createSubscription, { body: { priceId } });
  const isNothingDue = beginning.clientSecret === null && beginning.amountCents === 0;
  if (!beginning.clientSecret && !isNothingDue)
    throw refusal('No client secret returned from payment processor');
  return beginning;
}

function isDue(beginning: StartedSubscription): beginning is StartedSubscription & Payment {
  return beginning.clientSecret !== null;
}

/** As the server would have said it. */
function refusal(message: string): ApiError {
  return new ApiError({ status: 500, headers: {}, text: JSON.stringify({ message }) });
}
