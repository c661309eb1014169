import { PLANS } from '#contract/plans.ts';
import { EngineerRow } from './engineer-row.tsx';
import { PlanCard } from './plan-card.tsx';
import styles from './plan-offer.module.css';

/** Every plan, from the one price table. */
export function PlanOffer() {
  return (
    <>
      <div className={styles.cards}>
        {PLANS.filter((plan) => plan.interval === 'month').map((plan) => (
          <PlanCard key={plan.tier} plan={plan} />
        ))}
      </div>
      {PLANS.filter((plan) => plan.interval === 'prompt').map((plan) => (
        <EngineerRow key={plan.tier} plan={plan} />
      ))}
    </>
  );
}
