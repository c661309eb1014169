import { formatPrice, type Plan } from '#contract/plans.ts';
import styles from './price.module.css';

interface PriceProps {
  plan: Plan;
  /** What its owner pays: "$7.99". */
  paid?: string | undefined;
}

/** "$2.99 /month"; where less is charged than listed, the list price is struck and the charge is next to it. */
export function Price({ plan, paid }: PriceProps) {
  const price = formatPrice(plan.priceCents);
  // Whoever pays an earlier price reads that one alone.
  const isOther = paid !== undefined && paid !== price;
  const isReduced = !isOther && plan.priceCents < plan.listPriceCents;
  return (
    <p className={styles.price}>
      {isReduced ? (
        <>
          <span>
            <span className="visually-hidden">List price </span>
            <s>{formatPrice(plan.listPriceCents)}</s>
            <span className={styles.interval}>/{plan.interval}</span>
          </span>
          <strong className={styles.charge}>
            You pay <span className={styles.amount}>{price}</span>/{plan.interval}
          </strong>
        </>
      ) : (
        <span>
          <span className={styles.amount}>{isOther ? paid : price}</span>
          <span className={styles.interval}>/{plan.interval}</span>
        </span>
      )}
    </p>
  );
}
