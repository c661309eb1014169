import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PlanTier, type SubscriptionStatus, syncSubscription } from '#contract/billing.ts';
import { type Tier, tierRank } from '#contract/tiers.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { cacheStatus } from '../billing.queries.ts';

const RETRY_MILLISECONDS = 1500;
const MAX_ATTEMPTS = 8;

export type Confirmation =
  | { state: 'waiting' }
  | { state: 'confirmed'; plan: PlanTier }
  /** Not confirmed in time; `isRefused` when the bank's page reported a refusal. */
  | { state: 'unconfirmed'; isRefused: boolean };

/**
 * Asks the provider, through our server, until the plan is paid, or for some seconds. The address proves nothing.
 * @param expectedTier the plan that was paid for, when the address says so: an upgrade waits for that one
 * @param outcome `redirect_status` of the address, which only selects a message
 */
export function useConfirmation(
  expectedTier: Tier | undefined,
  outcome: string | undefined,
): [Confirmation, () => void] {
  const queryClient = useQueryClient();
  const [confirmation, setConfirmation] = useState<Confirmation>({ state: 'waiting' });
  const [round, setRound] = useState(1);
  const isRefused = outcome === 'failed';
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    async function ask(attempt: number) {
      // A failure counts as "not yet": the provider may be back shortly.
      const status = await callWithPaymentTimeout(syncSubscription, {}).catch(() => undefined);
      if (isUnmounted) return;
      if (status) cacheStatus(queryClient, status);
      const plan = status && paidPlan(status, expectedTier);
      // The bank refused, and the provider knows of no other payment.
      const isFinished = attempt >= MAX_ATTEMPTS || (isRefused && status !== undefined);
      if (plan) setConfirmation({ state: 'confirmed', plan });
      else if (isFinished) setConfirmation({ state: 'unconfirmed', isRefused });
      else timer = setTimeout(() => void ask(attempt + 1), RETRY_MILLISECONDS);
    }
    // Asked again by hand, one look is enough.
    void ask(round === 1 ? 1 : MAX_ATTEMPTS);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [round, expectedTier, isRefused, queryClient]);
  const again = () => {
    setConfirmation({ state: 'waiting' });
    setRound((count) => count + 1);
  };
  return [confirmation, again];
}

/**
 * The plan that is paid for, when it is the one waited for, or a better one. Opened by itself, the page speaks of the
 * plan there is, unless something of it is still to be paid.
 */
export function paidPlan(
  { plan, status, isPaymentDue }: SubscriptionStatus,
  expectedTier: Tier | undefined,
): PlanTier | null {
  if (plan === null || status !== 'active') return null;
  if (expectedTier === undefined) return isPaymentDue ? null : plan;
  return tierRank(plan) >= tierRank(expectedTier) ? plan : null;
}
