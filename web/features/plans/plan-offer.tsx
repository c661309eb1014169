import type { ReactNode } from 'react';
import type { TierCount } from '#contract/catalog.ts';
import { PLANS, type Plan } from '#contract/plans.ts';
import type { Tier } from '#contract/tiers.ts';
import { useTax } from '#web/api/tax.ts';
import { CustomPromptRow } from './custom-prompt-row.tsx';
import { PlanCard, type PlanMark } from './plan-card.tsx';
import styles from './plan-offer.module.css';

interface PlanOfferProps {
  /** How a plan is chosen; the monthly ones' in their whole width. */
  renderAction: (plan: Plan) => ReactNode;
  /** What is theirs, or will be, or a visitor has chosen. Only the first is highlighted: the others come later. */
  marks?: readonly PlanMark[];
  /** The plan that opens the prompt that is wanted. */
  opening?: Tier | undefined;
  /** The plan that has what plans are looked at for, and what that is: 'Includes exemplars'. */
  featured?: { plan: Tier; flag: string } | undefined;
  /** Under the price of every other plan. */
  priceNote?: ReactNode;
  /** Shows how many prompts each plan opens, instead of which tiers. */
  counts?: readonly TierCount[];
  /** Level of the plans' names. */
  level?: 2 | 3;
}

/** Every plan, from the one price table. */
export function PlanOffer(props: PlanOfferProps) {
  const { renderAction, marks = [], opening, featured, priceNote, counts, level = 3 } = props;
  const tax = useTax();
  const markOf = ({ tier }: Plan) => marks.find((mark) => mark.tier === tier);
  return (
    <>
      <div className={styles.cards}>
        {PLANS.filter((plan) => plan.interval === 'month').map((plan) => (
          <PlanCard
            key={plan.tier}
            plan={plan}
            action={renderAction(plan)}
            mark={markOf(plan)}
            isHighlighted={
              marks.length > 0 || opening || featured
                ? [marks[0]?.tier, opening, featured?.plan].includes(plan.tier)
                : plan.isMostPopularOnOffer
            }
            wantedLabel={
              plan.tier === featured?.plan
                ? featured.flag
                : plan.tier === opening
                  ? 'Opens this prompt'
                  : undefined
            }
            priceNote={priceNote}
            counts={counts}
            level={level}
          />
        ))}
      </div>
      {PLANS.filter((plan) => plan.interval === 'prompt').map((plan) => (
        <CustomPromptRow
          key={plan.tier}
          plan={plan}
          action={renderAction(plan)}
          promptCount={counts?.find(({ tier }) => tier === plan.tier)?.promptCount}
          level={level}
        />
      ))}
      {tax === undefined ? null : (
        <p className={styles.tax}>
          {tax === 'added'
            ? 'Tax is not included. You’ll see what is added where you live before you pay.'
            : 'All prices include tax.'}
        </p>
      )}
    </>
  );
}
