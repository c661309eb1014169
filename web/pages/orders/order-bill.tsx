import { useQuery } from '@tanstack/react-query';
import { getOrderBill } from '#contract/orders.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { formatAmount } from '#web/features/billing/billing-messages.ts';
import { BillLinks } from '#web/features/billing/plan/bill-links.tsx';
import { orderFailureMessage } from '#web/features/orders/order-failure.ts';
import styles from './order-detail.module.css';

/** Invoice and PDF of a paid order, read from the provider when the order is looked at. */
export function OrderBill({ orderId }: { orderId: string }) {
  const { data, error } = useQuery({
    queryKey: [getOrderBill.url, orderId],
    queryFn: () => callWithPaymentTimeout(getOrderBill, { id: orderId }),
    retry: false,
  });
  if (data) {
    return (
      <span className={styles.bill}>
        {formatAmount(data.amountCents, data.currency)} <BillLinks bill={data} />
      </span>
    );
  }
  // It takes its line from the beginning: what stands below does not move.
  return error ? orderFailureMessage(error, 'We can’t load the invoice right now.') : 'Loading...';
}
