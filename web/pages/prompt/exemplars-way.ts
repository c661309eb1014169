import type { PromptCard } from '#contract/prompts.ts';
import { type Tier, tierRank } from '#contract/tiers.ts';
import { paths } from '#web/paths.ts';

/** Where a member gets a prompt's exemplars: with Pro, or with the prompt itself where Pro does not reach it. */
export function exemplarsWay(prompt: PromptCard, tier: Tier): { href: string; words: string } {
  return tierRank(tier) < tierRank('pro')
    ? { href: paths.subscribe('pro'), words: 'See exemplars with Pro' }
    : { href: paths.subscribe(prompt.tier, prompt.id), words: 'Order this prompt' };
}
