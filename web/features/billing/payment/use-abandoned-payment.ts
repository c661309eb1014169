import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PlanTier, syncSubscription } from '#contract/billing.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { cacheStatus } from '../billing.queries.ts';

const MESSAGE =
  'That payment expired or was replaced by another plan. You were not charged. Choose a plan to start again.';

interface AbandonedPayment {
  /** Shown above the plans until another is chosen. */
  message: string | null;
  /** There is a plan already: the page for it is being opened. */
  isLeaving: boolean;
  leave: () => void;
}

interface AbandonedPaymentOptions {
  chosen: PlanTier | undefined;
  onSubscribed: () => void;
  onUnsubscribed: () => void;
}

/**
 * A payment that can never be made, because another tab chose or paid another plan, or undid the change: the provider's
 * state decides what follows. No new payment is started unasked, which would cancel the one of the other tab.
 */
export function useAbandonedPayment({
  chosen,
  onSubscribed,
  onUnsubscribed,
}: AbandonedPaymentOptions): AbandonedPayment {
  const queryClient = useQueryClient();
  const [state, setState] = useState<'message' | 'leaving' | null>(null);
  // Another choice: the last one no longer matters.
  useEffect(() => {
    if (chosen !== undefined) setState(null);
  }, [chosen]);

  async function leave() {
    const status = await callWithPaymentTimeout(syncSubscription, {}).catch(() => undefined);
    setState(status && status.plan !== null ? 'leaving' : 'message');
    if (status) cacheStatus(queryClient, status);
    if (!status || status.plan === null) return onUnsubscribed();
    const description = `You’re now on the ${TIER_NAMES[status.plan]} plan. This payment wasn’t charged.`;
    toast({ title: 'Nothing to pay here', description, icon: 'info' });
    onSubscribed();
  }

  return {
    message: state === 'message' ? MESSAGE : null,
    isLeaving: state === 'leaving',
    leave: () => void leave(),
  };
}
