import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlanTier } from '#contract/billing.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { toast } from '#web/ui/toast.ts';
import { keepStatus, syncSubscription } from './billing.queries.ts';

const WORDS =
  'That payment was given up: another plan was chosen meanwhile, or too much time went by. You were not charged. Choose a plan to begin again.';

interface GivenUp {
  /** To stand above the plans, until another is chosen. */
  words: string | null;
  /** There is a plan: this page is being left for what is true. */
  isLeaving: boolean;
  leave: () => void;
}

interface GivenUpOptions {
  chosen: PlanTier | undefined;
  onSubscribed: () => void;
  onUnsubscribed: () => void;
}

/**
 * A payment that can never be made, because another tab chose or paid another plan, or took the change back: where that
 * leads is the provider's word. No new payment is begun unasked, which would end the one of the other tab.
 */
export function useGivenUp({ chosen, onSubscribed, onUnsubscribed }: GivenUpOptions): GivenUp {
  const queryClient = useQueryClient();
  const [state, setState] = useState<'words' | 'leaving' | null>(null);
  // Another choice: what became of the last one is over.
  useEffect(() => {
    if (chosen !== undefined) setState(null);
  }, [chosen]);

  async function leave() {
    const status = await syncSubscription().catch(() => undefined);
    setState(status && status.plan !== null ? 'leaving' : 'words');
    if (status) keepStatus(queryClient, status);
    if (!status || status.plan === null) return onUnsubscribed();
    const description = `You are subscribed to ${TIER_NAMES[status.plan]} now. This payment was not charged.`;
    toast({ title: 'Nothing to pay here', description, icon: 'info' });
    onSubscribed();
  }

  return {
    words: state === 'words' ? WORDS : null,
    isLeaving: state === 'leaving',
    leave: () => void leave(),
  };
}
