import type { SubscriptionStatus } from '#contract/billing.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { taxWords } from '#web/api/tax.ts';
import { BillingDate } from '../billing-date.tsx';
import { formatAmount, fullPriceFrom, monthlyPrice } from '../billing-messages.ts';

/** When the plan begins that follows, and how long its price is with the discount. @param from unix seconds */
export function NextPlanLine({
  status,
  from,
  className,
}: {
  status: SubscriptionStatus;
  from: number;
  className?: string | undefined;
}) {
  const { regularCents, currency } = status;
  const fullFrom = fullPriceFrom(status);
  return (
    <p className={className}>
      From <BillingDate at={from} />
      {regularCents === null ? null : ', with your discount'}
      {regularCents === null || fullFrom === null ? null : (
        <>
          {' '}
          until <BillingDate at={fullFrom} />, then {formatAmount(regularCents, currency ?? 'usd')}
        </>
      )}
    </p>
  );
}

/** That the price beside it is with a discount, and what follows. */
export function DiscountLine({
  status,
  className,
}: {
  status: SubscriptionStatus;
  className?: string | undefined;
}) {
  const { plan, nextPlan, nextAmountCents, currentPeriodEnd, endsAt, regularCents, currency, tax } = status;
  if (plan === null || regularCents === null) return null;
  const regular = `${formatAmount(regularCents, currency ?? 'usd')}/month${taxWords(tax)}`;
  const from = fullPriceFrom(status);
  if (endsAt !== null) return <p className={className}>With your discount.</p>;
  if (nextPlan === null || currentPeriodEnd === null) {
    return (
      <p className={className}>
        With your discount
        {from === null ? (
          `, instead of ${regular}.`
        ) : (
          <>
            {' '}
            until <BillingDate at={from} />, then {regular}.
          </>
        )}
      </p>
    );
  }
  return (
    <p className={className}>
      With your discount. After the change to {TIER_NAMES[nextPlan]} you pay{' '}
      {monthlyPrice(nextPlan, { ...status, amountCents: nextAmountCents })}, with the same discount
      {from === null ? (
        ` (instead of ${regular}).`
      ) : (
        <>
          ; from <BillingDate at={from} />, {regular}.
        </>
      )}
    </p>
  );
}
