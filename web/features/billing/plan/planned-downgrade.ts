import type { PlanTier, SubscriptionStatus } from '#contract/billing.ts';
import type { Tier } from '#contract/tiers.ts';

/** A lower plan that follows the one they have. */
export interface PlannedDowngrade {
  from: PlanTier;
  to: PlanTier;
  /** Unix seconds. */
  at: number;
}

/** Null where none is planned. */
export function plannedDowngrade({
  plan,
  nextPlan,
  endsAt,
  currentPeriodEnd,
}: SubscriptionStatus): PlannedDowngrade | null {
  if (plan === null || nextPlan === null || endsAt !== null || currentPeriodEnd === null) return null;
  return { from: plan, to: nextPlan, at: currentPeriodEnd };
}

/** Of the subscription page's button that changes to it: as the address's fragment it opens the question. */
export const lowerPlanId = (tier: Tier): string => `change-to-${tier}`;
