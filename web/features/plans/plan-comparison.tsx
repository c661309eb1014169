import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { formatPrice, PLANS, PRO_EXTRAS } from '#contract/plans.ts';
import { type Tier, tierRank } from '#contract/tiers.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import styles from './plan-comparison.module.css';

/** From which plan on something is included. */
const FEATURES: readonly { name: string; from: Tier | 'free' }[] = [
  { name: 'Basic prompts', from: 'free' },
  { name: 'Priority support', from: 'basic' },
  { name: 'Export as Markdown, text and CSV', from: 'basic' },
  { name: 'Advanced prompts', from: 'advanced' },
  { name: 'Premium fitness content', from: 'advanced' },
  { name: 'Pro Prompts', from: 'pro' },
  ...PRO_EXTRAS.map((name) => ({ name, from: 'pro' as const })),
];

const COLUMNS = PLANS.filter(({ interval }) => interval === 'month');

/** Of the plan data, not of the offer. */
const MOST_POPULAR: Tier = 'pro';

interface PlanComparisonProps {
  /** The table's name, spoken. */
  label: string;
  /** What the member has, and what that is to them: "Your plan". */
  own?: { tier: Tier; label: string } | undefined;
  /** What a month of their plan costs them, which may be an earlier price: "$7.99". */
  ownPrice?: string | undefined;
  /** That price is with a discount. */
  hasDiscount?: boolean;
  /** Not together with plan cards: they mark another plan. */
  hasPopular?: boolean;
}

/** What a free account and each plan hold, and what they do not. */
export function PlanComparison({
  label,
  own,
  ownPrice,
  hasDiscount = false,
  hasPopular = false,
}: PlanComparisonProps) {
  const ownClass = (tier: Tier) => tier === own?.tier && styles.own;
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <td className={styles.corner} />
            <th scope="col" className={styles.plan}>
              <div className={styles.head}>
                <span className={styles.free}>Free</span>
                <span className={styles.price}>
                  $0
                  <wbr />
                  /month
                </span>
              </div>
            </th>
            {COLUMNS.map(({ tier, priceCents }) => (
              <th key={tier} scope="col" className={classNames(styles.plan, ownClass(tier))}>
                <div className={styles.head}>
                  {tier === own?.tier ? <span className={styles.mark}>{own.label}</span> : null}
                  {hasPopular && tier === MOST_POPULAR && tier !== own?.tier ? (
                    <span className={styles.note}>Most Popular</span>
                  ) : null}
                  <TierBadge tier={tier} className={styles.badge} />
                  <span className={styles.price}>
                    {(tier === own?.tier && ownPrice) || formatPrice(priceCents)}
                    <wbr />
                    /month
                  </span>
                  {hasDiscount ? (
                    <span className={styles.price}>
                      {tier === own?.tier ? 'with' : 'before'} your discount
                    </span>
                  ) : null}
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FEATURES.map(({ name, from }) => (
            <tr key={name}>
              <th scope="row" className={styles.feature}>
                {name}
              </th>
              <td className={styles.cell}>
                <Included isIncluded={from === 'free'} />
              </td>
              {COLUMNS.map(({ tier }) => (
                <td key={tier} className={classNames(styles.cell, ownClass(tier))}>
                  <Included isIncluded={from === 'free' || tierRank(tier) >= tierRank(from)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Included({ isIncluded }: { isIncluded: boolean }) {
  return (
    <>
      {isIncluded ? (
        <Check size={16} strokeWidth={2} aria-hidden />
      ) : (
        <Minus size={12} className={styles.none} aria-hidden />
      )}
      <span className="visually-hidden">{isIncluded ? 'Included' : 'Not included'}</span>
    </>
  );
}
