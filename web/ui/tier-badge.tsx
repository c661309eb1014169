import { TIER_NAMES, type Tier } from '#contract/tiers.ts';
import { classNames } from './class-names.ts';
import { StackGlyph } from './stack-glyph.tsx';
import styles from './tier-badge.module.css';

interface TierBadgeProps {
  tier: Tier;
  /** Adds the word "Tier", as the top bar does. */
  hasWord?: boolean;
  /** Instead of the tier's own name: a plan may have a longer one. */
  name?: string;
  className?: string | undefined;
}

/** Colour, name and number of filled bars say the same: never colour alone. */
export function TierBadge({ tier, hasWord = false, name = TIER_NAMES[tier], className }: TierBadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tier], className)}>
      <StackGlyph tier={tier} />
      {hasWord ? `${name} Tier` : name}
    </span>
  );
}
