import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import type { TierCount } from '#contract/catalog.ts';
import type { Plan } from '#contract/plans.ts';
import type { Tier } from '#contract/tiers.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { TierLadder } from '#web/ui/graphics/tier-ladder.tsx';
import styles from './plan-card.module.css';
import { Price } from './price.tsx';
import { TierBar } from './tier-bar.tsx';

/** On the card of a plan that is theirs, or will be. */
export interface PlanMark {
  tier: Tier;
  /** 'Your plan', 'Your trial', 'Your choice', 'Your next plan'. */
  label: string;
  /** What a month of it costs them, which may be an earlier price: "$7.99". */
  price?: string | undefined;
  /** From when, or how long. */
  priceNote?: ReactNode;
}

interface PlanCardProps {
  plan: Plan;
  /** How it is chosen: a button or a link, in the card's whole width. */
  action: ReactNode;
  mark?: PlanMark | undefined;
  /** Marks what somebody came for: 'Opens this prompt'. */
  wantedLabel?: string | undefined;
  /** With an edge of its own: what is marked, or else what is popular. */
  isHighlighted: boolean;
  /** Under the price of one without a mark. */
  priceNote?: ReactNode;
  /** Shows how many prompts it opens, instead of which tiers. */
  counts?: readonly TierCount[] | undefined;
  /** Level of its name below the page's headings. */
  level?: 2 | 3;
}

/** A monthly plan: its tiers, price and benefits. */
export function PlanCard(props: PlanCardProps) {
  const { plan, action, mark, wantedLabel, priceNote, isHighlighted, counts, level = 3 } = props;
  const isPopular = plan.isMostPopularOnOffer;
  const Name = `h${level}` as const;
  return (
    <article
      className={classNames(
        styles.card,
        (isPopular || mark || wantedLabel) && styles.flagged,
        isHighlighted && styles.highlighted,
      )}
    >
      {isPopular || wantedLabel || mark ? (
        <p className={styles.flags}>
          {isPopular ? <span className={styles.flag}>Most Popular</span> : null}
          {wantedLabel ? <span className={classNames(styles.flag, styles.own)}>{wantedLabel}</span> : null}
          {mark ? <span className={classNames(styles.flag, styles.own)}>{mark.label}</span> : null}
        </p>
      ) : null}
      {counts ? <TierBar tier={plan.tier} counts={counts} /> : <TierLadder tier={plan.tier} />}
      <Name className={styles.name}>{plan.name}</Name>
      <div>
        <Price plan={plan} paid={mark?.price} />
        {mark ? mark.priceNote : priceNote}
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
