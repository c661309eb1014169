import { TIER_NAMES, type Tier } from '#contract/tiers.ts';
import { classNames } from '../behavior/class-names.ts';
import styles from './tier-badge.module.css';
import { TierGlyph } from './tier-glyph.tsx';

interface TierBadgeProps {
  tier: Tier;
  /** Adds the word "Tier", as the top bar does. */
  isNamed?: boolean;
  /** Instead of the tier's own name: a plan may have a longer one. */
  name?: string;
  className?: string | undefined;
}

/** Color, name and number of filled bars say the same: never color alone. */
export function TierBadge({ tier, isNamed = false, name = TIER_NAMES[tier], className }: TierBadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tier], className)}>
      <TierGlyph tier={tier} />
      {isNamed ? `${name} Tier` : name}
    </span>
  );
}
