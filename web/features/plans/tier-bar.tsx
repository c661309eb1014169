import type { TierCount } from '#contract/catalog.ts';
import { PLANS } from '#contract/plans.ts';
import { TIER_NAMES, type Tier, tierRank } from '#contract/tiers.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { countWithNoun, wholeNumber } from '#web/ui/text/format-count.ts';
import styles from './tier-bar.module.css';

/** Between two tiers, as a share of the whole bar. */
const GAP = 0.006;

/** The largest plan by the month: its bar is full. */
const FULL_RANK = Math.max(
  ...PLANS.filter(({ interval }) => interval === 'month').map(({ tier }) => tierRank(tier)),
);

interface TierBarProps {
  /** The plan's. */
  tier: Tier;
  counts: readonly TierCount[];
}

/** How many prompts a plan opens, next to how many the largest one opens. */
export function TierBar({ tier, counts }: TierBarProps) {
  const all = counts.filter((count) => tierRank(count.tier) <= FULL_RANK);
  const opened = all.filter((count) => tierRank(count.tier) <= tierRank(tier));
  const total = Math.max(sum(all), 1);
  return (
    <div>
      <p className={styles.opens}>Opens {countWithNoun(sum(opened), 'prompt')}</p>
      {/* The policy allows no style attributes, and a drawing needs none. */}
      <svg className={styles.bar} viewBox={`0 0 ${total} 1`} preserveAspectRatio="none" aria-hidden="true">
        {all.map((count, index) => (
          <rect
            key={count.tier}
            x={sum(all.slice(0, index))}
            width={Math.max(count.promptCount - total * GAP, 0)}
            height={1}
            className={classNames(opened.includes(count) ? styles[count.tier] : styles.closed)}
          />
        ))}
      </svg>
      <ul className={styles.tiers}>
        {opened.map((count) => (
          <li key={count.tier}>
            {wholeNumber(count.promptCount)} {TIER_NAMES[count.tier]}
          </li>
        ))}
      </ul>
    </div>
  );
}

function sum(counts: readonly TierCount[]): number {
  return counts.reduce((total, { promptCount }) => total + promptCount, 0);
}
