import type { SubscriptionStatus } from '#contract/billing.ts';
import type { Tier } from '#contract/tiers.ts';
import { monthlyAmount, ownPrice, ownTier } from '../billing-messages.ts';
import { plannedDowngrade } from './planned-downgrade.ts';

interface OwnPlanMark {
  tier: Tier;
  label: string;
  price: string | undefined;
}

/** Where plans are compared: what the member has, then what they have planned, at what each costs them. */
export function planMarks(status: SubscriptionStatus): readonly OwnPlanMark[] {
  const own = ownTier(status);
  if (own === undefined) return [];
  const planned = plannedDowngrade(status);
  const next = planned && {
    tier: planned.to,
    label: 'Your next plan',
    price: monthlyAmount(planned.to, planned.statusThen),
  };
  return [{ ...own, price: ownPrice(status) }, ...(next ? [next] : [])];
}
