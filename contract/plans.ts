import type { Tier } from './tiers.ts';

/**
 * The one price table. Amounts in US cents.
 * `listPriceCents` is printed on the landing page and /subscribe, `priceCents` is what is charged;
 * no member is charged more than any figure shown.
 */
export interface Plan {
  tier: Tier;
  name: string;
  priceCents: number;
  listPriceCents: number;
  interval: 'month' | 'prompt';
  /** What a monthly plan has that the one before it has not. */
  adds?: string;
  sentence: string;
  benefits: readonly string[];
  /** "Most Popular" on the landing page and /subscribe. */
  isMostPopularOnOffer: boolean;
}

/** What Pro has beside its prompts and all of Advanced. */
export const PRO_EXTRAS = ['JSON export', 'Exemplars', 'A team of up to six'] as const;

export const CUSTOM_PROMPT_PLAN: Plan = {
  tier: 'engineer',
  name: 'Prompt Engineer',
  priceCents: 9900,
  listPriceCents: 9900,
  interval: 'prompt',
  sentence: 'Customized prompts based on your needs',
  benefits: ['A prompt written for your brief'],
  isMostPopularOnOffer: false,
};

export const PLANS: readonly Plan[] = [
  {
    tier: 'basic',
    name: 'Basic',
    priceCents: 299,
    listPriceCents: 299,
    interval: 'month',
    adds: 'Adds export and priority support',
    sentence: 'Unlimited access to basic prompts only',
    benefits: ['Everything free, plus export and priority support', 'Markdown, text and CSV files'],
    isMostPopularOnOffer: false,
  },
  {
    tier: 'advanced',
    name: 'Advanced',
    priceCents: 499,
    listPriceCents: 599,
    interval: 'month',
    adds: 'Adds every advanced prompt',
    sentence: 'Unlimited access to basic and advanced prompts',
    benefits: ['Everything in Basic', 'Advanced prompts', 'Premium fitness content'],
    isMostPopularOnOffer: true,
  },
  {
    tier: 'pro',
    name: 'Pro',
    priceCents: 999,
    listPriceCents: 999,
    interval: 'month',
    adds: 'Adds every Pro Prompt and JSON export',
    sentence: 'Unlimited access to all prompts, including Pro Prompts',
    benefits: ['Everything in Advanced', ...PRO_EXTRAS],
    isMostPopularOnOffer: false,
  },
  CUSTOM_PROMPT_PLAN,
];

/** 299 → "$2.99", 9900 → "$99". */
export function formatPrice(cents: number): string {
  return cents % 100 === 0 ? `$${cents / 100}` : `$${(cents / 100).toFixed(2)}`;
}
