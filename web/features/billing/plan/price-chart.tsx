import type { ReactNode } from 'react';
import type { ChangePreview, PlanTier, SubscriptionStatus } from '#contract/billing.ts';
import { BillingDate } from '../billing-date.tsx';
import { formatAmount, type LaterPrice, nextMonth, planOf } from '../billing-messages.ts';
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

/** What is paid a month before a change, for it, and after it. The bars are decoration: each shows its amount as text. */
export function PriceChart({ preview, status, renewal, later }: PriceChartProps) {
  const { kind, plan: next, amountDueCents, monthlyCents, currency } = preview;
  const { plan, amountCents } = status;
  // Of a plan that is paused nothing is paid.
  const before = plan === null || kind === 'restart' ? null : (amountCents ?? planOf(plan).priceCents);
  const columns: Column[] = [
    ...(before === null ? [] : [{ name: 'Until now', cents: before, tier: plan ?? next }]),
    { name: 'Today', cents: amountDueCents, tier: next },
    { name: <BillingDate at={renewal} />, cents: monthlyCents, tier: next },
    {
      name: <BillingDate at={later?.at ?? nextMonth(renewal * 1000)} />,
      cents: later?.cents ?? monthlyCents,
      tier: next,
    },
  ];
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
          <span className={styles.amount}>{formatAmount(cents, currency)}</span>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
