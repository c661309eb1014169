import Check from 'lucide-react/icons/check';
import { TIER_NAMES, TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { classNames } from './class-names.ts';
import styles from './stack.module.css';

const SHELVES = [...TIERS].reverse();

/** The four tiers as shelves, Engineer at the top; those at or below the tier are filled. */
export function Stack({ tier, className }: { tier: Tier; className?: string | undefined }) {
  return (
    <ul className={classNames(styles.stack, className)} aria-label="Tiers">
      {SHELVES.map((shelf) => {
        const isIncluded = tierRank(shelf) <= tierRank(tier);
        return (
          <li key={shelf} className={classNames(styles.shelf, isIncluded && styles[shelf])}>
            {TIER_NAMES[shelf]}
            <span className="visually-hidden">{isIncluded ? ' included' : ' not included'}</span>
            {isIncluded ? <Check size={14} aria-hidden /> : null}
          </li>
        );
      })}
    </ul>
  );
}
