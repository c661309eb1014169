import type { ReactNode } from 'react';
import type { ChangePreview, PlanTier, SubscriptionStatus } from '#contract/billing.ts';
import { BillingDate } from '../billing-date.tsx';
import { formatAmount, type LaterPrice, planOf } from '../billing-messages.ts';
import styles from './price-chart.module.css';

interface PriceChartProps {
  preview: ChangePreview;
  status: SubscriptionStatus;
  /** The first bill of the new plan, unix seconds. */
  renewal: number;
  later: LaterPrice | null;
}

interface Column {
  name: ReactNode;
  cents: number;
  /** What is paid for. */
  tier: PlanTier;
}

/** What a month costs before a change and after it. The bars are decoration: each shows its amount as text. */
export function PriceChart({ preview, status, renewal, later }: PriceChartProps) {
  const { kind, plan: next, monthlyCents, currency } = preview;
  const { plan, amountCents } = status;
  // Of a plan that is paused nothing is paid.
  const before = plan === null || kind === 'restart' ? null : (amountCents ?? planOf(plan).priceCents);
  const isImmediate = kind === 'upgrade';
  const columns: Column[] = [
    ...(before === null
      ? []
      : [{ name: isImmediate ? 'Until now' : 'Today', cents: before, tier: plan ?? next }]),
    { name: isImmediate ? 'From now on' : since(renewal), cents: monthlyCents, tier: next },
    ...(later === null ? [] : [{ name: since(later.at), cents: later.cents, tier: next }]),
  ];
  // One price is no course.
  if (columns.length < 2) return null;
  const highest = Math.max(1, ...columns.map(({ cents }) => cents));
  return (
    <ul className={styles.plot} aria-label="Price over time">
      {columns.map(({ name, cents, tier }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stand in the order of time
        <li key={index} className={styles.column}>
          <svg className={styles.bar} viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true">
            <rect
              className={styles[tier]}
              y={100 - (cents / highest) * 100}
              width="1"
              height={(cents / highest) * 100}
            />
          </svg>
          <span>
            <span className={styles.amount}>{formatAmount(cents, currency)}</span>/month
          </span>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}

const since = (at: number) => (
  <>
    From <BillingDate at={at} />
  </>
);
