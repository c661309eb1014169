import type { PlanTier, SubscriptionStatus } from '#contract/billing.ts';
import type { Tier } from '#contract/tiers.ts';

/** A lower plan that follows the one they have. */
export interface PlannedDowngrade {
  from: PlanTier;
  to: PlanTier;
  /** Unix seconds. */
  at: number;
  /** Whose month it will be, for what a month costs. */
  statusThen: SubscriptionStatus;
}

/** Null where none is planned. */
export function plannedDowngrade(status: SubscriptionStatus): PlannedDowngrade | null {
  const { plan, nextPlan, endsAt, currentPeriodEnd, nextAmountCents } = status;
  if (plan === null || nextPlan === null || endsAt !== null || currentPeriodEnd === null) return null;
  const statusThen = { ...status, amountCents: nextAmountCents };
  return { from: plan, to: nextPlan, at: currentPeriodEnd, statusThen };
}

/** Of the subscription page's button that changes to it: as the address's fragment it opens the question. */
export const lowerPlanId = (tier: Tier): string => `change-to-${tier}`;
