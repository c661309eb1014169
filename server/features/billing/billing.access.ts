// The door of billing for other features: one payment for one order, and the customer behind it.
import type { Payment } from '#contract/billing.ts';
import { requireCustomer } from './billing.customers.ts';
import { withKey } from './billing.keys.ts';
import type { Payments } from './billing.payments.ts';
import { billingProblem, inProgress } from './billing.problems.ts';
import { isPayable, type OrderPayment, ProviderRefusal } from './billing.provider.ts';
import { CURRENCY } from './billing.stripe.ts';

export { withWords } from './billing.failures.ts';
export { openPayments, type Payments, requirePayments } from './billing.payments.ts';
export { OutageWatch, PAYMENT_ANSWERS } from './billing.problems.ts';
export type { OrderPayment } from './billing.provider.ts';
export type { PaymentSettings } from './billing.settings.ts';
export { CURRENCY } from './billing.stripe.ts';
export { onceADay } from './billing.turns.ts';

export interface OrderToPay {
  memberId: string;
  orderId: string;
  amountCents: number;
  /** Shown on the receipt; nothing of the brief. */
  description: string;
  /** The payment made earlier for this order; it is gone on with while it can be paid. */
  paymentIntentId: string | null;
}

/**
 * The payment of one order: the earlier one while it can be paid, else a new one. Repeated with the same order, the
 * same payment. Keep its id with the order before the secret goes to the browser.
 * @throws HttpProblem 409 when it is paid (read it then: `readOrderPayment`) or being processed, 503 when the provider
 *   is away
 */
export async function createOrderPayment(
  payments: Payments,
  order: OrderToPay,
): Promise<{ paymentIntentId: string; payment: Payment }> {
  const { provider, locks } = payments;
  const { memberId, orderId, amountCents, description, paymentIntentId } = order;
  return await locks.run(memberId, async (db) => {
    if (paymentIntentId !== null) {
      const earlier = await provider.readOrderPayment(paymentIntentId).catch(notMissing);
      if (earlier !== undefined && earlier.status !== 'canceled') return toPayment(earlier);
    }
    const customerId = await requireCustomer(payments, db, memberId);
    // One payment an order: the next only when the provider has closed the one before.
    const made = await withKey(db, `order-${orderId}-${paymentIntentId ?? 'first'}`, (key) =>
      provider.createOrderPayment({ customerId, memberId, orderId, amountCents, description }, key),
    );
    return toPayment(made);
  });
}

/** One the provider does not know can be paid by nobody: it is closed. */
function notMissing(error: unknown): undefined {
  if (error instanceof ProviderRefusal && error.kind === 'missing') return undefined;
  throw error;
}

function toPayment(payment: OrderPayment): { paymentIntentId: string; payment: Payment } {
  const { paymentIntentId, status, clientSecret, amountCents } = payment;
  if (status === 'processing') throw inProgress();
  if (!isPayable(status) || clientSecret === null) {
    throw billingProblem(409, 'This order is paid already.', 'already_paid');
  }
  return {
    paymentIntentId,
    payment: { clientSecret, intent: 'payment', amountCents, currency: CURRENCY },
  };
}

/** The truth about a payment of an order, from the provider now. @throws HttpProblem 503 */
export async function readOrderPayment(payments: Payments, paymentIntentId: string): Promise<OrderPayment> {
  return await payments.provider.readOrderPayment(paymentIntentId);
}
