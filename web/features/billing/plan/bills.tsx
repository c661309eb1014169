import { useQuery } from '@tanstack/react-query';
import type { Bill, Bills as BillsData } from '#contract/billing.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { BILL_STATES, billPurpose } from '../bill-states.ts';
import { BillingDate } from '../billing-date.tsx';
import { billingFailure } from '../billing-failure.ts';
import { formatAmount } from '../billing-messages.ts';
import { BillLinks } from './bill-links.tsx';
import styles from './bills.module.css';
import { billsQuery } from './bills.queries.ts';
import { CardName } from './card-name.tsx';
import { TaxAddress } from './tax-address.tsx';

export function Bills({ asOf }: { asOf: string }) {
  const { data, error, refetch } = useQuery(billsQuery(asOf));
  if (data) return <Listed {...data} onPlaceChanged={() => void refetch()} />;
  const failure = error && billingFailure(error, 'We couldn’t load your invoices.');
  if (failure) return <Callout className={styles.notice}>{failure}</Callout>;
  return (
    <div aria-busy="true" className={styles.notice}>
      <Skeleton />
      <Skeleton />
    </div>
  );
}

function Listed({ card, place, bills, onPlaceChanged }: BillsData & { onPlaceChanged: () => void }) {
  return (
    <>
      {card ? (
        <p className={styles.card}>
          <CardName card={card} />, valid until {String(card.expMonth).padStart(2, '0')}/{card.expYear}
        </p>
      ) : null}
      {place ? <TaxAddress place={place} onChanged={onPlaceChanged} /> : null}
      <BillList label="Invoices" bills={bills} />
    </>
  );
}

function BillList({ label, bills }: { label: string; bills: readonly Bill[] }) {
  if (bills.length === 0) return null;
  return (
    <ul className={styles.bills} aria-label={label}>
      {bills.map((bill) => {
        const at = Date.parse(bill.date) / 1000;
        return (
          <li key={bill.id} className={styles.bill}>
            <span>
              <BillingDate at={at} />
              <span className={styles.purpose}>{billPurpose(bill)}</span>
            </span>
            <span className={styles.amount}>{formatAmount(bill.amountCents, bill.currency)}</span>
            <span className={styles.status}>{BILL_STATES[bill.status] ?? bill.status}</span>
            <BillLinks bill={bill} />
          </li>
        );
      })}
    </ul>
  );
}

const LATEST_COUNT = 3;

/** In short, where the plan is only mentioned; no words when the provider is away. */
export function LatestBills({ asOf }: { asOf: string }) {
  const { data, isPending } = useQuery(billsQuery(asOf));
  return (
    // As high as three before they arrive; whoever has fewer keeps no empty space.
    <div className={classNames(styles.latest, isPending && styles.loading)}>
      <BillList label="Latest invoices" bills={data?.bills.slice(0, LATEST_COUNT) ?? []} />
    </div>
  );
}
