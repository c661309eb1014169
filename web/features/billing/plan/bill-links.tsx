import type { Bill } from '#contract/billing.ts';
import { BillingDate } from '../billing-date.tsx';
import styles from './bills.module.css';

/** The provider's own pages of one bill. */
export function BillLinks({ bill: { date, receiptUrl, pdfUrl } }: { bill: Bill }) {
  const at = Date.parse(date) / 1000;
  return (
    <span className={styles.links}>
      <BillLink url={receiptUrl} text="Invoice" at={at} />
      <BillLink url={pdfUrl} text="PDF" at={at} />
    </span>
  );
}

function BillLink({ url, text, at }: { url: string | null; text: string; at: number }) {
  if (url === null) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {text}
      <span className="visually-hidden">
        {' '}
        of <BillingDate at={at} />, opens in a new tab
      </span>
    </a>
  );
}
