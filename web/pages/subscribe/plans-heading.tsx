import type { Ref } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import type { PlanFeature } from '#web/plan-features.ts';
import styles from './plans-heading.module.css';
import { promptIdOpenedByTier, useWantedFeature, useWantedPrompt } from './use-wanted-prompt.ts';

/** 'Choose Your Plan', and what for. */
export function PlansHeading({ ref }: { ref?: Ref<HTMLHeadingElement> }) {
  const wanted = useWantedPrompt();
  const feature = useWantedFeature();
  return (
    <div className={styles.head}>
      <h1 ref={ref} tabIndex={-1}>
        Choose Your Plan
      </h1>
      <p className={styles.lead}>{lead(wanted, feature)}</p>
    </div>
  );
}

function lead(wanted: PromptCard | undefined, feature: PlanFeature | undefined): string {
  if (feature) {
    const isReturning = promptIdOpenedByTier(feature.plan, wanted) !== undefined;
    return isReturning ? `${feature.lead} We’ll bring you back to “${wanted?.title}”.` : feature.lead;
  }
  if (!wanted?.isLocked) return 'Each plan includes everything in the one before it.';
  if (wanted.tier === 'engineer') return `“${wanted.title}” opens with the order of a custom prompt.`;
  return `“${wanted.title}” opens with ${TIER_NAMES[wanted.tier]}. We’ll bring you back to it.`;
}
