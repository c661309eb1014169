import type { ReactNode } from 'react';
import type { Payment, PlanTier } from '#contract/billing.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Stack } from '#web/ui/stack.tsx';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import { BillingDate } from './billing-date.tsx';
import { formatAmount, planOf } from './billing-words.ts';
import styles from './payment-summary.module.css';

interface PaymentSummaryProps {
  plan: PlanTier;
  /** What will be charged; undefined while it is being prepared. */
  payment: Payment | undefined;
  /** When the next month is charged, unix seconds; undefined while that is not known. */
  renewsAt: number | undefined;
}

/** What is about to be bought: plan, price, what is charged today, when again, and how it ends. */
export function PaymentSummary({ plan, payment, renewsAt }: PaymentSummaryProps) {
  const { name, priceCents } = planOf(plan);
  const currency = payment?.currency ?? 'usd';
  return (
    <aside className={styles.summary} aria-label="What you buy">
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <TierBadge tier={plan} />
      </div>
      <Stack tier={plan} className={styles.stack} />
      <dl className={styles.rows}>
        <Row name="Monthly">{formatAmount(priceCents, currency)}</Row>
        <Row name="Billed today">
          {payment ? (
            `${formatAmount(payment.amountCents, payment.currency)} ${payment.currency.toUpperCase()}`
          ) : (
            <Skeleton className={styles.blank} />
          )}
        </Row>
        <Row name="Renews">
          {renewsAt === undefined ? <Skeleton className={styles.blank} /> : <BillingDate at={renewsAt} />}
        </Row>
      </dl>
      <p className={styles.note}>
        No tax is added. Renews every month until you cancel, which you can do at any time: access then stays
        until the month you paid for ends.
      </p>
    </aside>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
