import { formatPrice, type Plan } from '#contract/plans.ts';
import styles from './price.module.css';

/** "$2.99 /month"; where less is charged than listed, the list price is struck and the charge is next to it. */
export function Price({ plan }: { plan: Plan }) {
  const isReduced = plan.priceCents < plan.listPriceCents;
  return (
    <p className={styles.price}>
      {isReduced ? (
        <>
          <span>
            <span className="visually-hidden">List price </span>
            <s className={styles.amount}>{formatPrice(plan.listPriceCents)}</s>
            <span className={styles.interval}>/{plan.interval}</span>
          </span>
          <strong className={styles.charge}>
            You pay {formatPrice(plan.priceCents)}/{plan.interval}
          </strong>
        </>
      ) : (
        <span>
          <span className={styles.amount}>{formatPrice(plan.priceCents)}</span>
          <span className={styles.interval}>/{plan.interval}</span>
        </span>
      )}
    </p>
  );
}
