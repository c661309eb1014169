import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type BillingSettings, createSubscription, type Payment, type PlanTier } from '#contract/billing.ts';
import type { ResponseBody } from '#contract/endpoint.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { statusQuery } from '../billing.queries.ts';
import { billingFailure, problemCode, subscriptionFailure } from '../billing-failure.ts';

export interface Purchase {
  /** What to confirm in the form; undefined while the server prepares it. */
  payment: (Payment & Pick<StartedSubscription, 'monthlyCents' | 'discount' | 'tax'>) | undefined;
  /** Tax depends on it, so nothing is prepared before it is known. */
  isAddressNeeded: boolean;
  /** 'Subscription failed: …' of the last choice. */
  failure: string | null;
  /** Prepares it once more: the payment that was there cannot be made. */
  restart: () => void;
  /** The same for another address: a promotion code that was entered stays. */
  restartWithAddress: () => void;
  /** Clears the outcome of the last choice. */
  reset: () => void;
  /** Enters a promotion code, or takes it off. */
  enterCode: (code: string | null) => void;
  isEntering: boolean;
  /** Why the last code was not taken. */
  codeFailure: string | null;
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
  // What the last code led to: shown until the next has led somewhere.
  const [entered, setEntered] = useState<StartedSubscription>();
  const entering = useMutation({
    mutationFn: (code: string | null) => prepareWith(plan && priceIds[plan], code),
    onSuccess: ({ purchase }) => setEntered(purchase),
  });
  // Not an effect of the error that is there: choosing the same plan again begins with the error of the last time.
  // Reported only for the last call of this page, so leaving it cancels the callbacks.
  const start = (tier: PlanTier) => {
    entering.reset();
    setEntered(undefined);
    mutate(tier, {
      onSuccess: ({ clientSecret }) => {
        if (clientSecret === null) onNothingDue(tier);
      },
      onError: (reason) => {
        if (!isAboutAddress(reason)) onFailed(tier);
      },
    });
  };
  const begin = useEffectEvent(start);
  useEffect(() => {
    if (plan !== undefined) begin(plan);
  }, [plan]);
  const shown = entered ?? data;
  const restart = () => {
    if (plan !== undefined) start(plan);
  };
  const isAddressNeeded = isAboutAddress(error);
  return {
    payment: variables === plan && shown && isDue(shown) ? shown : undefined,
    failure: isAddressNeeded ? null : error && subscriptionFailure(error),
    isAddressNeeded,
    restart,
    restartWithAddress: () => {
      const code = shown?.discount?.code;
      if (code === undefined) restart();
      else entering.mutate(code);
    },
    reset,
    enterCode: entering.mutate,
    isEntering: entering.isPending,
    codeFailure: codeFailure(entering.data?.failure ?? entering.error),
  };
}

/** Without a secret nothing is due: the customer's credit has paid for it. */
export type StartedSubscription = ResponseBody<typeof createSubscription>;
export type StartedDiscount = StartedSubscription['discount'];

async function prepare(priceId: string | undefined, code?: string | null): Promise<StartedSubscription> {
  if (priceId === undefined) throw refusal('Payment system not configured');
  const beginning = await callWithPaymentTimeout(createSubscription, {
    body: { priceId, ...(code === undefined ? {} : { promotionCode: code }) },
  });
  const isNothingDue = beginning.clientSecret === null && beginning.amountCents === 0;
  if (!beginning.clientSecret && !isNothingDue)
    throw refusal('No client secret returned from payment processor');
  return beginning;
}

/** A code that is refused may have closed the purchase there was: then it goes on with the one the server has now. */
async function prepareWith(priceId: string | undefined, code: string | null) {
  try {
    return { purchase: await prepare(priceId, code), failure: null };
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.status !== 400) throw failure;
    return { purchase: await prepare(priceId), failure };
  }
}

function codeFailure(error: Error | null): string | null {
  if (error === null) return null;
  // A word that cannot be one is refused before anybody looks for it.
  if (error instanceof ApiError && error.status === 400 && problemCode(error) === undefined) {
    return 'This promotion code isn’t valid. Check its spelling.';
  }
  return billingFailure(error, 'We couldn’t check the code.');
}

const isAboutAddress = (error: Error | null) => problemCode(error) === 'address_needed';

function isDue(beginning: StartedSubscription): beginning is StartedSubscription & Payment {
  return beginning.clientSecret !== null;
}

/** As the server would have said it. */
function refusal(message: string): ApiError {
  return new ApiError({ status: 500, headers: {}, text: JSON.stringify({ message }) });
}
