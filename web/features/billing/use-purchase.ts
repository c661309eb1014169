import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { BillingSettings, Payment, PlanTier } from '#contract/billing.ts';
import { ApiError } from '#web/api/client.ts';
import { type Beginning, createSubscription, statusQuery } from './billing.queries.ts';
import { subscriptionFailure } from './billing-failure.ts';

export interface Purchase {
  /** What to confirm in the form; undefined while the server prepares it. */
  payment: Payment | undefined;
  /** 'Subscription failed: …' of the last choice. */
  failure: string | null;
  /** Prepares it once more: the payment that was there cannot be made. */
  restart: () => void;
  /** Forgets what came of the last choice. */
  reset: () => void;
}

interface PurchaseOptions {
  /** The plan that is chosen; each choice begins a subscription, or goes on with the one begun. */
  plan: PlanTier | undefined;
  priceIds: BillingSettings['priceIds'];
  /** Nothing was due for that plan: it is paid. */
  onNothingDue: (plan: PlanTier) => void;
  /** The choice of that plan has to be taken back (SPEC section 8). */
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
  // Told by this page's last call alone, so nobody who went on elsewhere is called back.
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

async function prepare(priceId: string | undefined): Promise<Beginning> {
  if (priceId === undefined) throw refusal('Payment system not configured');
  const beginning = await createSubscription(priceId);
  const isNothingDue = beginning.clientSecret === null && beginning.amountCents === 0;
  if (!beginning.clientSecret && !isNothingDue)
    throw refusal('No client secret returned from payment processor');
  return beginning;
}

function isDue(beginning: Beginning): beginning is Payment {
  return beginning.clientSecret !== null;
}

/** As the server would have said it. */
function refusal(message: string): ApiError {
  return new ApiError({ status: 500, headers: {}, text: JSON.stringify({ message }) });
}
