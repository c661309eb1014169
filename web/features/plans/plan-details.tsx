import type { ComponentProps } from 'react';
import { PlanComparison } from './plan-comparison.tsx';
import styles from './plan-details.module.css';
import { PlanQuestions } from './plan-questions.tsx';

/** Below the offer: what each plan holds, and what people ask before they pay. */
export function PlanDetails(props: Pick<ComponentProps<typeof PlanComparison>, 'marks' | 'hasDiscount'>) {
  return (
    <>
      <section className={styles.section} aria-labelledby="compare-title">
        <h2 id="compare-title" className={styles.title}>
          Compare plans
        </h2>
        <PlanComparison label="Compare plans" {...props} />
      </section>
      <section className={styles.section} aria-labelledby="questions-title">
        <h2 id="questions-title" className={styles.title}>
          Questions before you choose
        </h2>
        <PlanQuestions />
      </section>
    </>
  );
}
