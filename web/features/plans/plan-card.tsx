import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import type { Plan } from '#contract/plans.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Stack } from '#web/ui/stack.tsx';
import styles from './plan-card.module.css';
import { Price } from './price.tsx';

/** A monthly plan as visitors see it: choosing one leads to signing in first, and on to the plan. */
export function PlanCard({ plan }: { plan: Plan }) {
  const isPopular = plan.isMostPopularOnOffer;
  return (
    <article className={classNames(styles.card, isPopular && styles.popular)}>
      {isPopular ? <p className={styles.flag}>Most Popular</p> : null}
      <Stack tier={plan.tier} />
      <h3 className={styles.name}>{plan.name}</h3>
      <Price plan={plan} />
      <p className={styles.sentence}>{plan.sentence}</p>
      <ul className={styles.benefits}>
        {plan.benefits.map((benefit) => (
          <li key={benefit} className={styles.benefit}>
            <Check size={16} aria-hidden />
            {benefit}
          </li>
        ))}
      </ul>
      <Link
        to="/login"
        search={{ returnUrl: `/subscribe?tier=${plan.tier}` }}
        className={buttonClass({ variant: isPopular ? 'primary' : 'line', isBlock: true })}
      >
        Choose {plan.name}
      </Link>
    </article>
  );
}
