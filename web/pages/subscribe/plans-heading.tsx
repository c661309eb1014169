import type { Ref } from 'react';
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
      <p className={styles.lead}>
        {wanted && wanted.tier !== 'engineer'
          ? `“${wanted.title}” opens with ${TIER_NAMES[wanted.tier]}. We’ll bring you back to it.`
          : 'Each plan includes everything in the one before it.'}
      </p>
    </div>
  );
}
