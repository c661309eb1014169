import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import type { TierCount } from '#contract/catalog.ts';
import type { Plan } from '#contract/plans.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { TierLadder } from '#web/ui/graphics/tier-ladder.tsx';
import styles from './plan-card.module.css';
import { Price } from './price.tsx';
import { TierBar } from './tier-bar.tsx';

interface PlanCardProps {
  plan: Plan;
  /** How it is chosen: a button or a link, in the card's whole width. */
  action: ReactNode;
  /** Marks what the member has: 'Your plan', 'Your trial'. */
  ownLabel?: string | undefined;
  /** Marks what somebody came for: 'Opens this prompt'. */
  wantedLabel?: string | undefined;
  /** With an edge of its own: what is marked, or else what is popular. */
  isHighlighted: boolean;
  /** What a month of it costs them, where that is known. */
  currentPrice?: string | undefined;
  /** How long it costs less. */
  currentPriceNote?: ReactNode;
  /** Shows how many prompts it opens, instead of which tiers. */
  counts?: readonly TierCount[] | undefined;
  /** Level of its name below the page's headings. */
  level?: 2 | 3;
}

/** A monthly plan: its tiers, price and benefits. */
export function PlanCard(props: PlanCardProps) {
  const { plan, action, ownLabel, wantedLabel, isHighlighted, counts, level = 3 } = props;
  const isPopular = plan.isMostPopularOnOffer;
  const Name = `h${level}` as const;
  return (
    <article
      className={classNames(
        styles.card,
        (isPopular || ownLabel || wantedLabel) && styles.flagged,
        isHighlighted && styles.highlighted,
      )}
    >
      {isPopular || wantedLabel || ownLabel ? (
        <p className={styles.flags}>
          {isPopular ? <span className={styles.flag}>Most Popular</span> : null}
          {wantedLabel ? <span className={classNames(styles.flag, styles.own)}>{wantedLabel}</span> : null}
          {ownLabel ? <span className={classNames(styles.flag, styles.own)}>{ownLabel}</span> : null}
        </p>
      ) : null}
      {counts ? <TierBar tier={plan.tier} counts={counts} /> : <TierLadder tier={plan.tier} />}
      <Name className={styles.name}>{plan.name}</Name>
      <div>
        <Price plan={plan} paid={ownLabel ? props.currentPrice : undefined} />
        {ownLabel ? props.currentPriceNote : null}
      </div>
      <div className={styles.sentence}>
        <p className={styles.adds}>{plan.adds}</p>
        <p>{plan.sentence}</p>
      </div>
      <ul className={styles.benefits}>
        {plan.benefits.map((benefit) => (
          <li key={benefit} className={styles.benefit}>
            <Check size={16} aria-hidden />
            {benefit}
          </li>
        ))}
      </ul>
      {action}
    </article>
  );
}
