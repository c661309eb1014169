import type { StaffOrder } from '#contract/admin-orders.ts';
import { formatAmount } from '#web/features/billing/billing-messages.ts';
import { utcMinute } from '../utc-minute.ts';

/** What became of an order's payment, for staff. */
export function paymentMessage({ order, refund }: StaffOrder): string {
  const paid = `paid ${utcMinute(order.paidAt)} UTC`;
  if (order.state !== 'refunded') return order.isDisputed ? 'disputed: locked' : paid;
  const day = order.refundedAt === null ? '' : ` on ${utcMinute(order.refundedAt)} UTC`;
  const who = order.isDisputed ? 'the buyer’s bank' : refund?.by;
  return `returned ${formatAmount(order.paidCents, order.currency)}${day}${who ? ` by ${who}` : ''} (${paid})`;
}
