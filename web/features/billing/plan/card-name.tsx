import type { Bills } from '#contract/billing.ts';
import styles from './card-name.module.css';

/** "Visa ending in 4242" */
export function CardName({ card: { brand, last4 } }: { card: NonNullable<Bills['card']> }) {
  return (
    <>
      <span className={styles.brand}>{brand}</span> ending in {last4}
    </>
  );
}
