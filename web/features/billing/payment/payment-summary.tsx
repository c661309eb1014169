import type { Payment, PlanTier, Tax, TaxKind } from '#contract/billing.ts';
import { PurchaseSummary } from '#web/ui/cards/purchase-summary.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { TierLadder } from '#web/ui/graphics/tier-ladder.tsx';
import { BillingDate } from '../billing-date.tsx';
import { formatAmount, type LaterPrice, planOf, renewalCents, taxedFor } from '../billing-messages.ts';
import styles from './payment-summary.module.css';
import type { StartedDiscount } from './use-purchase.ts';

interface PaymentSummaryProps {
  plan: PlanTier;
  /** What will be charged; undefined while it is being prepared. */
  payment: Payment | undefined;
  /** Nothing is being prepared until an address is entered. */
  isAddressNeeded: boolean;
  /** What each month costs; the price table's until the server has said so. */
  monthlyCents: number | undefined;
  discount: StartedDiscount;
  /** How tax stands to the monthly price; null: there is none. */
  taxKind: TaxKind | null;
  /** What of today’s amount is tax; undefined while that is not known. */
  tax: Tax | null | undefined;
  /** Another address is to be entered. */
  onAddressChange: () => void;
  /** When the next month is charged, unix seconds; undefined while that is not known. */
  renewsAt: number | undefined;
  /** Null where the next bill has no discount, or none that ends. */
  later: LaterPrice | null;
}

/** What is about to be bought: plan, price, what is charged today, when again, and how it ends. */
export function PaymentSummary(props: PaymentSummaryProps) {
  const { plan, payment, isAddressNeeded, monthlyCents, discount, taxKind, tax } = props;
  const { onAddressChange, renewsAt, later } = props;
  const { name, priceCents } = planOf(plan);
  const currency = payment?.currency ?? 'usd';
  const withTax = (cents: number) =>
    `${formatAmount(cents, currency)}${taxKind === 'added' ? ' plus tax' : ''}`;
  const fullCents = monthlyCents ?? priceCents;
  const monthly = withTax(fullCents);
  const renewal = withTax(renewalCents(discount, fullCents));
  return (
    <PurchaseSummary
      label="Order summary"
      name={name}
      tier={plan}
      prices={[
        { name: 'Monthly', value: monthly },
        ...(discount ? [{ name: `Code ${discount.code}`, value: discountText(discount, currency) }] : []),
        ...(tax ? [{ name: taxName(tax), value: formatAmount(tax.amountCents, currency) }] : []),
        {
          name: 'Billed today',
          value: payment ? (
            `${formatAmount(payment.amountCents, payment.currency)} ${payment.currency.toUpperCase()}`
          ) : isAddressNeeded ? (
            monthly
          ) : (
            <Skeleton className={styles.blank} />
          ),
        },
        {
          name: 'Renews',
          value:
            renewsAt === undefined ? (
              <Skeleton className={styles.blank} />
            ) : (
              <>
                {renewal} on <BillingDate at={renewsAt} />
              </>
            ),
        },
        ...(later
          ? [
              {
                name: 'After your discount',
                value: (
                  <>
                    {withTax(later.cents)} from <BillingDate at={later.at} />
                  </>
                ),
              },
            ]
          : []),
      ]}
      note={`${TAX_NOTES[taxKind ?? 'none']} Renews monthly until you cancel. Cancel anytime and keep access until the end of the month you paid for.`}
    >
      <TierLadder tier={plan} className={styles.stack} />
      {tax ? (
        <p className={styles.place}>
          {taxedFor(tax)}{' '}
          <Button variant="line" size="small" onClick={onAddressChange}>
            Change
          </Button>
        </p>
      ) : null}
    </PurchaseSummary>
  );
}

const TAX_NOTES = {
  none: 'No tax is added.',
  added: 'Tax is added to the price each month, at the rate where you live.',
  included: 'Tax is included in the price.',
};

const taxName = ({ kind }: Tax) => (kind === 'added' ? 'Tax' : 'Tax included in it');

/** "−$2.00 for 3 months" */
function discountText({ offCents, months }: NonNullable<StartedDiscount>, currency: string): string {
  const off = `−${formatAmount(offCents, currency)}`;
  if (months === null) return `${off} every month`;
  return months === 1 ? `${off} this month` : `${off} for ${months} months`;
}
