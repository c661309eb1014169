import type { StaffOrder } from '#contract/admin-orders.ts';
import { formatAmount } from '#web/features/billing/billing-messages.ts';

/** "2026-11-29 21:02" */
export const minute = (date: string) => date.slice(0, 16).replace('T', ' ');

/** What became of an order's payment, for staff. */
export function paymentMessage({ order, refund }: StaffOrder): string {
  const paid = `paid ${minute(order.paidAt)} UTC`;
  if (order.state !== 'refunded') return order.isDisputed ? 'disputed: locked' : paid;
  const day = order.refundedAt === null ? '' : ` on ${minute(order.refundedAt)} UTC`;
  const who = order.isDisputed ? 'the buyer’s bank' : refund?.by;
  return `returned ${formatAmount(order.paidCents, order.currency)}${day}${who ? ` by ${who}` : ''} (${paid})`;
}
