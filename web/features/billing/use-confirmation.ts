import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlanTier, SubscriptionStatus } from '#contract/billing.ts';
import { type Tier, tierRank } from '#contract/tiers.ts';
import { keepStatus, syncSubscription } from './billing.queries.ts';

const AGAIN_MILLISECONDS = 1500;
const MOST_ATTEMPTS = 8;

export type Confirmation =
  | { state: 'waiting' }
  | { state: 'confirmed'; plan: PlanTier }
  /** Nobody could say in time that it is paid; `isRefused` when the bank's page came back with a no. */
  | { state: 'unconfirmed'; isRefused: boolean };

/**
 * Asks the provider, through us, until it says that the plan is paid, or for some seconds. The address proves nothing
 * (DECISIONS 42).
 * @param wanted the plan that was paid for, when the address says so: an upgrade waits for that one
 * @param outcome the provider's word in the address, which only chooses ours
 */
export function useConfirmation(
  wanted: Tier | undefined,
  outcome: string | undefined,
): [Confirmation, () => void] {
  const queryClient = useQueryClient();
  const [confirmation, setConfirmation] = useState<Confirmation>({ state: 'waiting' });
  const [round, setRound] = useState(1);
  const isRefused = outcome === 'failed';
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    async function ask(attempt: number) {
      // A failure is asked again like "not yet": the provider may be back in a moment.
      const status = await syncSubscription().catch(() => undefined);
      if (isGone) return;
      if (status) keepStatus(queryClient, status);
      const plan = status && paidPlan(status, wanted);
      // The bank said no, and the provider knows of nothing else.
      const isOver = attempt >= MOST_ATTEMPTS || (isRefused && status !== undefined);
      if (plan) setConfirmation({ state: 'confirmed', plan });
      else if (isOver) setConfirmation({ state: 'unconfirmed', isRefused });
      else timer = setTimeout(() => void ask(attempt + 1), AGAIN_MILLISECONDS);
    }
    // Asked again by hand, one look is enough.
    void ask(round === 1 ? 1 : MOST_ATTEMPTS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [round, wanted, isRefused, queryClient]);
  const again = () => {
    setConfirmation({ state: 'waiting' });
    setRound((count) => count + 1);
  };
  return [confirmation, again];
}

/**
 * The plan that is paid for, when it is the one waited for, or a better one. Opened by itself, the page speaks of the
 * plan there is (SPEC: "tier or Premium"), unless something of it is still to be paid.
 */
export function paidPlan(
  { plan, status, isPaymentDue }: SubscriptionStatus,
  wanted: Tier | undefined,
): PlanTier | null {
  if (plan === null || status !== 'active') return null;
  if (wanted === undefined) return isPaymentDue ? null : plan;
  return tierRank(plan) >= tierRank(wanted) ? plan : null;
}
