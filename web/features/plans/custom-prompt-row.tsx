import type { ReactNode } from 'react';
import { formatPrice, type Plan } from '#contract/plans.ts';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import styles from './custom-prompt-row.module.css';

interface EngineerRowProps {
  plan: Plan;
  /** How it is ordered. */
  action: ReactNode;
  /** How many engineer prompts there are, where the plans show what they open. */
  promptCount?: number | undefined;
  level?: 2 | 3;
}

/** The prompt written to order: paid per prompt, so no fourth card among the monthly plans. */
export function CustomPromptRow({ plan, action, promptCount, level = 3 }: EngineerRowProps) {
  const Name = `h${level}` as const;
  return (
    <article className={styles.row}>
      <TierBadge tier={plan.tier} />
      <div className={styles.text}>
        <Name className={styles.name}>{plan.name}</Name>
        <p className={styles.sentence}>{plan.sentence}</p>
      </div>
      <p className={styles.price}>
        <span className={styles.amount}>{formatPrice(plan.priceCents)}</span> per {plan.interval}
      </p>
      {action}
      {promptCount ? (
        <p className={styles.opens}>
          Pro opens all basic, advanced and pro prompts. {engineerPrompts(promptCount)} with a custom prompt
          order.
        </p>
      ) : null}
    </article>
  );
}

const engineerPrompts = (count: number) =>
  count === 1 ? 'The one engineer prompt opens' : `Each of the ${wholeNumber(count)} engineer prompts opens`;
