import type { Payments } from './billing.payments.ts';
import { isSuspending, type OrderPayment, type ProviderDispute } from './billing.provider.ts';
import { findMemberOfCustomer } from './billing.queries.ts';
import { syncMember } from './billing.sync.ts';
import { setDispute } from './billing-events.queries.ts';

/**
 * Somebody's bank wants money back: what it paid for opens nothing until that is settled for us. Unlike a refund,
 * which is ours to give, it is taken.
 * @returns whether a subscription's dispute was not known like this yet
 */
export async function applyDispute(
  payments: Payments,
  dispute: ProviderDispute,
  onOrderPayment: (payment: OrderPayment) => Promise<void>,
): Promise<boolean> {
  const { id, status, paymentIntentId } = dispute;
  if (paymentIntentId === null) return false;
  const { provider, log, db } = payments;
  const invoice = await provider.findInvoiceOfPayment(paymentIntentId);
  if (invoice === undefined) {
    const payment = await provider.readOrderPayment(paymentIntentId);
    if (payment.orderId !== null) await onOrderPayment(payment);
    return false;
  }
  const { subscriptionId, customerId } = invoice;
  if (subscriptionId === null || customerId === null) return false;
  const isNews = await setDispute(db, {
    id,
    subscriptionId,
    status,
    isSuspending: isSuspending(dispute),
  });
  const memberId = await findMemberOfCustomer(db, customerId);
  if (isNews)
    log.error({ dispute: id, status, subscription: subscriptionId, memberId }, 'a payment is disputed');
  // Also when it was known: what was to follow may have failed then.
  if (memberId !== undefined) await syncMember(payments, memberId);
  return isNews;
}
