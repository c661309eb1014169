import type { PromptCard } from '#contract/prompts.ts';
import { type Tier, tierRank } from '#contract/tiers.ts';
import { paths } from '#web/paths.ts';

/** Where a member gets a prompt's exemplars: with Pro, or with the prompt itself where Pro does not reach it. */
export function exemplarsOffer(prompt: PromptCard, tier: Tier): { href: string; label: string } {
  return tierRank(tier) < tierRank('pro')
    ? { href: paths.subscribe('pro', prompt.id), label: 'See exemplars with Pro' }
    : { href: paths.subscribe(prompt.tier, prompt.id), label: 'Order this prompt' };
}
