import type { Ref } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import styles from './plans-heading.module.css';
import { useWantedPrompt } from './use-wanted-prompt.ts';

/** 'Choose Your Plan', and what for. */
export function PlansHeading({ ref }: { ref?: Ref<HTMLHeadingElement> }) {
  const wanted = useWantedPrompt();
  return (
    <div className={styles.head}>
      <h1 ref={ref} tabIndex={-1}>
        Choose Your Plan
      </h1>
      <p className={styles.lead}>{lead(wanted)}</p>
    </div>
  );
}

function lead(wanted: PromptCard | undefined): string {
  if (!wanted?.isLocked) return 'Each plan includes everything in the one before it.';
  if (wanted.tier === 'engineer') return `“${wanted.title}” opens with the order of a custom prompt.`;
  return `“${wanted.title}” opens with ${TIER_NAMES[wanted.tier]}. We’ll bring you back to it.`;
}
