import type { ReactNode } from 'react';
import type { Tier } from '#contract/tiers.ts';
import { classNames } from '../behavior/class-names.ts';
import { TierBadge } from '../graphics/tier-badge.tsx';
import styles from './purchase-summary.module.css';

interface PurchaseSummaryProps {
  /** What the box is, to a screen reader. */
  label: string;
  name: string;
  tier: Tier;
  /** What stands between the name and the prices. */
  children: ReactNode;
  prices: readonly { name: string; value: ReactNode }[];
  note: ReactNode;
  className?: string | undefined;
}

/** What is about to be bought, next to the form it is bought with. */
export function PurchaseSummary({
  label,
  name,
  tier,
  children,
  prices,
  note,
  className,
}: PurchaseSummaryProps) {
  return (
    <aside className={classNames(styles.summary, className)} aria-label={label}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <TierBadge tier={tier} />
      </div>
      {children}
      <dl className={styles.rows}>
        {prices.map((price) => (
          <div key={price.name} className={styles.row}>
            <dt>{price.name}</dt>
            <dd>{price.value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{note}</p>
    </aside>
  );
}
