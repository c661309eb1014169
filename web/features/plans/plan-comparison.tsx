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

interface ColumnMark {
  tier: Tier;
  /** What it is to the member: "Your plan". */
  label: string;
  /** What a month of it costs them, which may be an earlier price: "$7.99". */
  price?: string | undefined;
}

interface PlanComparisonProps {
  /** The table's name, spoken. */
  label: string;
  /** What the member has, and what they have planned. Only the first is highlighted: the other comes later. */
  marks?: readonly ColumnMark[];
  /** Their prices are with a discount. */
  hasDiscount?: boolean;
  /** Not together with plan cards: they mark another plan. */
  hasPopular?: boolean;
}

/** What a free account and each plan hold, and what they do not. */
export function PlanComparison({
  label,
  marks = [],
  hasDiscount = false,
  hasPopular = false,
}: PlanComparisonProps) {
  const ownClass = (tier: Tier) => tier === marks[0]?.tier && styles.own;
  return (
    <>
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
              {COLUMNS.map(({ tier, priceCents }) => {
                const mark = marks.find((each) => each.tier === tier);
                return (
                  <th key={tier} scope="col" className={classNames(styles.plan, ownClass(tier))}>
                    <div className={styles.head}>
                      {mark ? <span className={styles.mark}>{mark.label}</span> : null}
                      {hasPopular && tier === MOST_POPULAR && !mark ? (
                        <span className={styles.note}>Most Popular</span>
                      ) : null}
                      <TierBadge tier={tier} className={styles.badge} />
                      <span className={styles.price}>
                        {mark?.price ?? formatPrice(priceCents)}
                        <wbr />
                        /month
                      </span>
                    </div>
                  </th>
                );
              })}
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
      {hasDiscount ? (
        <p className={styles.discount}>
          {marks.map((mark) => `“${mark.label}”`).join(' and ')} {marks.length > 1 ? 'are' : 'is'} priced with
          your discount, the others before it.
        </p>
      ) : null}
    </>
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
