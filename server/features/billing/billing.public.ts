// The public interface of billing: one payment for one order, and what orders need around it.
import type { Payment } from '#contract/billing.ts';
import type { Db } from '#server/core/database/pool.ts';
import { billingProblem, inProgress } from './billing.problems.ts';
import { type BillingServices, withMemberLease } from './billing.services.ts';
import { CURRENCY } from './provider/provider.api.ts';
import { undefinedIfMissing } from './provider/provider.errors.ts';
import { withIdempotencyKey } from './provider/provider.idempotency.ts';
import { isPayable, type OrderPayment } from './provider/provider.types.ts';
import { requireCustomer } from './subscription/subscription.customers.ts';

export { listIncidents } from './billing.incidents.queries.ts';
export { PAYMENT_RESPONSES, withFailureMessage } from './billing.problems.ts';
export { type BillingServices, forMember, openBilling, requireBilling } from './billing.services.ts';
export { type Comparison, compareAll } from './jobs/jobs.compare.ts';
export { CURRENCY } from './provider/provider.api.ts';
export { customerUrl } from './provider/provider.dashboard.ts';
export type { PaymentSettings } from './provider/provider.settings.ts';
export type { OrderPayment } from './provider/provider.types.ts';
export { examine, worstOf } from './setup/setup.doctor.ts';
export { endPaymentsAndLeave } from './subscription/subscription.leaving.ts';
export { readStatus } from './subscription/subscription.status.ts';

export interface OrderToPay {
  memberId: string;
  orderId: string;
  amountCents: number;
  /** Shown on the receipt, so nothing of the brief. */
  description: string;
  /** An earlier payment of this order; reused while it can be paid. */
  paymentIntentId: string | null;
}

/**
 * The payment of one order: the earlier one while it can be paid, else a new one. Repeated for the same order, it is the
 * same payment. Store its id with the order before the secret goes to the browser.
 * @throws HttpProblem 409 when it is paid (then read it: `withOrderPayment`) or being processed, 503 while the provider
 *   is unavailable
 */
export async function createOrderPayment(
  billing: BillingServices,
  order: OrderToPay,
): Promise<{ paymentIntentId: string; payment: Payment }> {
  const { provider, db } = billing;
  const { memberId, orderId, amountCents, description, paymentIntentId } = order;
  return await withMemberLease(billing, memberId, async (lease) => {
    if (paymentIntentId !== null) {
      const earlier = await provider.readOrderPayment(paymentIntentId).catch(undefinedIfMissing);
      if (earlier !== undefined && earlier.status !== 'canceled') return toPayment(earlier);
    }
    const { customerId } = await requireCustomer(billing, lease, memberId);
    // One payment an order: the next only when the provider has closed the one before.
    const name = `order-${orderId}-${paymentIntentId ?? 'first'}`;
    const created = await withIdempotencyKey({ db, lease }, name, (key) =>
      provider.createOrderPayment({ customerId, memberId, orderId, amountCents, description }, key),
    );
    return toPayment(created);
  });
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

/**
 * Reads a member's payment of an order from the provider and lets `write` store what it says, one at a time: of two
 * readers the one that writes last also read last.
 * @throws HttpProblem 503 while the provider is unavailable, or when another change took too long
 */
export async function withOrderPayment<Result>(
  billing: BillingServices,
  { memberId, paymentIntentId }: { memberId: string; paymentIntentId: string },
  write: (transaction: Db, payment: OrderPayment) => Promise<Result>,
): Promise<Result> {
  return await withMemberLease(billing, memberId, async (lease) => {
    const payment = await billing.provider.readOrderPayment(paymentIntentId);
    return await lease.write((transaction) => write(transaction, payment));
  });
}
