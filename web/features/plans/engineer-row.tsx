import { Link } from '@tanstack/react-router';
import { formatPrice, type Plan } from '#contract/plans.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import styles from './engineer-row.module.css';

/** The prompt written to order: paid per prompt, so no fourth card among the monthly plans. */
export function EngineerRow({ plan }: { plan: Plan }) {
  return (
    <article className={styles.row}>
      <TierBadge tier={plan.tier} />
      <div className={styles.words}>
        <h3 className={styles.name}>{plan.name}</h3>
        <p className={styles.sentence}>{plan.sentence}</p>
      </div>
      <p className={styles.price}>
        <span className={styles.amount}>{formatPrice(plan.priceCents)}</span> per {plan.interval}
      </p>
      <Link
        to="/login"
        search={{ returnUrl: `/subscribe?tier=${plan.tier}` }}
        className={buttonClass({ variant: 'line' })}
      >
        Choose {plan.name}
      </Link>
    </article>
  );
}
