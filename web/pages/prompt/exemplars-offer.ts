import type { PromptCard } from '#contract/prompts.ts';
import { paths } from '#web/paths.ts';
import { plansWith } from '#web/plan-features.ts';

/** Where a member gets a prompt's exemplars: with Pro, or with the prompt itself where Pro does not open it. */
export function exemplarsOffer(prompt: PromptCard): { href: string; label: string } {
  return prompt.isLocked && prompt.tier === 'engineer'
    ? { href: paths.subscribe('engineer', prompt.id), label: 'Order this prompt' }
    : { href: plansWith('exemplars', prompt.id), label: 'See exemplars with Pro' };
}
