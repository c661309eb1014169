import type { Bill } from '#contract/billing.ts';
import { TIER_NAMES } from '#contract/tiers.ts';

/** How a bill’s state is called; one we do not know is shown as the provider calls it. */
export const BILL_STATES: Readonly<Record<string, string>> = {
  paid: 'Paid',
  refunded: 'Refunded',
  open: 'Unpaid',
  void: 'Canceled',
  uncollectible: 'Not paid',
};

/** "Pro plan", "Change to Pro", "Custom prompt". */
export function billPurpose({
  isOrder,
  plan,
  isChange,
}: Pick<Bill, 'isOrder' | 'plan' | 'isChange'>): string {
  if (isOrder) return 'Custom prompt';
  if (plan === null) return 'Plan';
  return isChange ? `Change to ${TIER_NAMES[plan]}` : `${TIER_NAMES[plan]} plan`;
}
