import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Bills as BillsData, listBills } from '#contract/billing.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { BillingDate } from '../billing-date.tsx';
import { billingFailure } from '../billing-failure.ts';
import { formatAmount } from '../billing-messages.ts';
import { BillLinks } from './bill-links.tsx';
import styles from './bills.module.css';

const STATUSES: Record<string, string> = {
  paid: 'Paid',
  refunded: 'Refunded',
  open: 'Open',
  void: 'Canceled',
  uncollectible: 'Not paid',
};

/** @param asOf when the subscription was read last: what was paid since then is among the bills */
export function Bills({ asOf }: { asOf: string }) {
  const { data, error } = useQuery({
    queryKey: [listBills.url, asOf],
    queryFn: () => callWithPaymentTimeout(listBills, {}),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (data) return <Listed {...data} />;
  const failure = error && billingFailure(error, 'We couldn’t load your bills.');
  if (failure) return <Notice className={styles.notice}>{failure}</Notice>;
  return (
    <div aria-busy="true" className={styles.notice}>
      <Skeleton />
      <Skeleton />
    </div>
  );
}

function Listed({ card, bills }: BillsData) {
  return (
    <>
      {card ? (
        <p className={styles.card}>
          <span className={styles.brand}>{card.brand}</span> ending in {card.last4}, valid until{' '}
          {String(card.expMonth).padStart(2, '0')}/{card.expYear}
        </p>
      ) : null}
      {bills.length === 0 ? null : (
        <ul className={styles.bills} aria-label="Bills">
          {bills.map((bill) => {
            const at = Date.parse(bill.date) / 1000;
            return (
              <li key={bill.id} className={styles.bill}>
                <span className={styles.date}>
                  <BillingDate at={at} />
                  {bill.isOrder ? ', custom prompt' : ''}
                </span>
                <span className={styles.amount}>{formatAmount(bill.amountCents, bill.currency)}</span>
                <span className={styles.status}>{STATUSES[bill.status] ?? bill.status}</span>
                <BillLinks bill={bill} />
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
