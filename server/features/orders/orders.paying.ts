import type { Payment } from '#contract/billing.ts';
import { BRAND } from '#contract/brand.ts';
import { HttpProblem } from '#server/core/http/problems.ts';
import { createOrderPayment, type Payments, withWords } from '../billing/billing.access.ts';
import { applyPayment } from './orders.payment.ts';
import { conflict } from './orders.placing.ts';
import { type OrderRow, setPayment } from './orders.queries.ts';

/**
 * The payment of an unpaid order: one order, one payment, however often it is asked for. Its id is kept before the
 * secret goes to the browser, so that money never comes for a payment we do not know.
 * @throws HttpProblem 409 when it is paid or being decided, 503 while the provider is away
 */
export async function paymentFor(payments: Payments, order: OrderRow): Promise<Payment> {
  if (order.state !== 'awaiting_payment') throw conflict('already_paid', 'This order is paid already.');
  const { id: orderId, paymentIntentId: earlier } = order;
  try {
    const { paymentIntentId, payment } = await withWords('Failed to start the payment', () =>
      createOrderPayment(payments, {
        memberId: order.memberId,
        orderId,
        amountCents: order.amountCents,
        // Stands on the receipt, so it tells nothing of what was ordered.
        description: `${BRAND.name}: a custom prompt`,
        paymentIntentId: earlier,
      }),
    );
    const isKept = await setPayment(payments.db, orderId, { before: earlier, now: paymentIntentId });
    if (!isKept) throw conflict('order_changed', 'The order changed meanwhile. Please try again.');
    return payment;
  } catch (error) {
    // Paid, and the provider's note has not come yet: with this the order shows it.
    if (error instanceof HttpProblem && error.status === 409 && earlier !== null) {
      await withWords('Failed to look for the payment', () =>
        applyPayment(payments, { orderId, paymentIntentId: earlier }),
      );
    }
    throw error;
  }
}
