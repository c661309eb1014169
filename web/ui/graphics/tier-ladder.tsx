import Check from 'lucide-react/icons/check';
import { TIER_NAMES, TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { classNames } from '../behavior/class-names.ts';
import styles from './tier-ladder.module.css';

const TIERS_FROM_TOP = [...TIERS].reverse();

/** The four tiers in a column, Engineer at the top; those at or below the tier are filled. */
export function TierLadder({ tier, className }: { tier: Tier; className?: string | undefined }) {
  return (
    <ul className={classNames(styles.ladder, className)} aria-label="Tiers">
      {TIERS_FROM_TOP.map((row) => {
        const isIncluded = tierRank(row) <= tierRank(tier);
        return (
          <li key={row} className={classNames(styles.row, isIncluded && styles[row])}>
            {TIER_NAMES[row]}
            <span className="visually-hidden">{isIncluded ? ' included' : ' not included'}</span>
            {isIncluded ? <Check size={14} aria-hidden /> : null}
          </li>
        );
      })}
    </ul>
  );
}
