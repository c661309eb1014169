/** The four tiers, lowest first. A viewer reads every prompt at or below their own. */
export const TIERS = ['basic', 'advanced', 'pro', 'engineer'] as const;

export type Tier = (typeof TIERS)[number];

export const TIER_NAMES: Record<Tier, string> = {
  basic: 'Basic',
  advanced: 'Advanced',
  pro: 'Pro',
  engineer: 'Engineer',
};

/** 0 for basic up to 3 for engineer; the order of access. */
export function tierRank(tier: Tier): number {
  return TIERS.indexOf(tier);
}

export function isTier(value: unknown): value is Tier {
  return TIERS.some((tier) => tier === value);
}
