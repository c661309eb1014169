import type { Tier } from '#contract/tiers.ts';
import { useSubscriptionStatus } from '#web/features/billing/billing.queries.ts';

/**
 * Whether export is open to the member. The status travels with the page; where it is missing, a tier above basic
 * always has a plan, a trial or an administrator behind it, and a basic member is promised nothing.
 */
export function useCanExport(tier: Tier): boolean {
  return useSubscriptionStatus()?.canExport ?? tier !== 'basic';
}
