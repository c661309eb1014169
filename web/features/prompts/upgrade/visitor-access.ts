import { LIMITS } from '#contract/limits.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { TIER_NAMES } from '#contract/tiers.ts';

/** What a visitor signs in for: it alone opens basic prompts only. */
export const signInLead = ({ tier }: Pick<PromptCard, 'tier'>): string =>
  tier === 'basic' ? 'Sign in to read and copy' : 'Sign in to continue to';

/** What signing in gets a visitor of this prompt: it alone opens basic ones only. */
export function visitorAccess({ tier }: Pick<PromptCard, 'tier'>): string {
  switch (tier) {
    case 'basic':
      return 'Free with your Google account, like every basic prompt.';
    case 'engineer':
      return 'It opens when you order a custom prompt written for your brief.';
    default:
      return `It needs the ${tier === 'advanced' ? 'Advanced or Pro' : TIER_NAMES[tier]} plan. New members can try Pro free for ${LIMITS.trialDays} days, no card.`;
  }
}
