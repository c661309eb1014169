import type { ReactNode } from 'react';
import type { Payment, PlanTier } from '#contract/billing.ts';
import { PurchaseSummary } from '#web/ui/cards/purchase-summary.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { TierLadder } from '#web/ui/marks/tier-ladder.tsx';
import { BillingDate } from '../billing-date.tsx';
import { formatAmount, planOf } from '../billing-messages.ts';
import styles from './payment-summary.module.css';
import type { StartedDiscount } from './use-purchase.ts';

interface PaymentSummaryProps {
  plan: PlanTier;
  /** What will be charged; undefined while it is being prepared. */
  payment: Payment | undefined;
  /** What each month costs; the price table's until the server has said so. */
  monthlyCents: number | undefined;
  discount: StartedDiscount;
  /** When the next month is charged, unix seconds; undefined while that is not known. */
  renewsAt: number | undefined;
  /** Where a promotion code is entered. */
  children?: ReactNode;
}

/** What is about to be bought: plan, price, what is charged today, when again, and how it ends. */
export function PaymentSummary(props: PaymentSummaryProps) {
  const { plan, payment, monthlyCents, discount, renewsAt, children } = props;
  const { name, priceCents } = planOf(plan);
  const currency = payment?.currency ?? 'usd';
  return (
    <PurchaseSummary
      label="What you buy"
      name={name}
      tier={plan}
      prices={[
        { name: 'Monthly', value: formatAmount(monthlyCents ?? priceCents, currency) },
        ...(discount ? [{ name: `Code ${discount.code}`, value: discountText(discount, currency) }] : []),
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
      {children}
    </PurchaseSummary>
  );
}

/** "−$2.00 for 3 months" */
function discountText({ offCents, months }: NonNullable<StartedDiscount>, currency: string): string {
  const off = `−${formatAmount(offCents, currency)}`;
  if (months === null) return `${off} every month`;
  return months === 1 ? `${off} this month` : `${off} for ${months} months`;
}
