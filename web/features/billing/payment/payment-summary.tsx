import type { Payment, PlanTier } from '#contract/billing.ts';
import { PurchaseSummary } from '#web/ui/cards/purchase-summary.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { TierLadder } from '#web/ui/marks/tier-ladder.tsx';
import { BillingDate } from '../billing-date.tsx';
import { formatAmount, planOf } from '../billing-messages.ts';
import styles from './payment-summary.module.css';

interface PaymentSummaryProps {
  plan: PlanTier;
  /** What will be charged; undefined while it is being prepared. */
  payment: Payment | undefined;
  /** What each month costs; the price table's until the server has said so. */
  monthlyCents: number | undefined;
  /** When the next month is charged, unix seconds; undefined while that is not known. */
  renewsAt: number | undefined;
}

/** What is about to be bought: plan, price, what is charged today, when again, and how it ends. */
export function PaymentSummary({ plan, payment, monthlyCents, renewsAt }: PaymentSummaryProps) {
  const { name, priceCents } = planOf(plan);
  const currency = payment?.currency ?? 'usd';
  return (
    <PurchaseSummary
      label="What you buy"
      name={name}
      tier={plan}
      prices={[
        { name: 'Monthly', value: formatAmount(monthlyCents ?? priceCents, currency) },
        {
          name: 'Billed today',
          value: payment ? (
            `${formatAmount(payment.amountCents, payment.currency)} ${payment.currency.toUpperCase()}`
          ) : (
            <Skeleton className={styles.blank} />
          ),
        },
        {
          name: 'Renews',
          value:
            renewsAt === undefined ? <Skeleton className={styles.blank} /> : <BillingDate at={renewsAt} />,
        },
      ]}
      note="No tax is added. Renews monthly until you cancel. Cancel anytime and keep access until the end of the month you paid for."
    >
      <TierLadder tier={plan} className={styles.stack} />
    </PurchaseSummary>
  );
}
