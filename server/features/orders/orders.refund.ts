import { isTooLateToRefund } from '#contract/refunds.ts';
import type { Actor } from '#server/core/audit/acts.ts';
import { inAuditedTransaction, recordActOnce } from '#server/core/audit/staff-transaction.ts';
import { type BillingServices, nothingPaid, refundOrderPayment, tooLate } from '../billing/billing.public.ts';
import { payerOf, writePayment } from './orders.payment-sync.ts';
import type { OrderRow } from './orders.queries.ts';

/**
 * Gives an order's money back, which closes what it opened. May be repeated.
 * @throws HttpProblem 409 when it is too long ago, disputed, or has no payment, 503 while the provider is unavailable
 */
export async function refundOrder(
  billing: BillingServices,
  { actor, reason }: { actor: Actor; reason: string },
  order: OrderRow,
): Promise<void> {
  const { id: orderId, memberId, paymentIntentId, invoiceId, paidAt } = order;
  if (paymentIntentId === null) throw nothingPaid();
  if (isTooLateToRefund(paidAt, Date.now())) throw tooLate();
  const payer = payerOf({ memberId, orderId });
  await refundOrderPayment(billing, { payer, paymentIntentId, invoiceId }, (transaction, payment) =>
    inAuditedTransaction(transaction, actor, async (staff) => {
      await writePayment(staff, { ...payment, orderId }, billing.log);
      await recordActOnce(staff, {
        act: 'refund order',
        subject: { kind: 'order', id: orderId },
        before: { state: order.state },
        after: { refundedCents: payment.amountCents },
        reason,
      });
    }),
  );
}
