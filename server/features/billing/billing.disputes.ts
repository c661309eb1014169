import type { Db } from '#server/core/database/pool.ts';
import { isLive } from './billing.entitlement.ts';
import type { Payments } from './billing.payments.ts';
import { isSuspending, type OrderPayment, type ProviderDispute } from './billing.provider.ts';
import { voidUnpaid } from './billing.purchase.ts';
import { findMemberOfCustomer } from './billing.queries.ts';
import { type Locked, syncLocked } from './billing.sync.ts';
import { setDispute } from './billing-events.queries.ts';

/**
 * Somebody's bank wants money back: what it paid for opens nothing until that is settled for us. Unlike a refund,
 * which is ours to give, it is taken.
 * @param dispute says which; how it stands is read anew under the member's lock
 * @returns whether a subscription's dispute was not known like this yet
 */
export async function applyDispute(
  payments: Payments,
  dispute: ProviderDispute,
  onOrderPayment: (payment: OrderPayment) => Promise<void>,
): Promise<boolean> {
  const { paymentIntentId } = dispute;
  if (paymentIntentId === null) return false;
  const { provider, locks, db } = payments;
  const invoice = await provider.findInvoiceOfPayment(paymentIntentId);
  if (invoice === undefined) {
    const payment = await provider.readOrderPayment(paymentIntentId);
    if (payment.orderId !== null) await onOrderPayment(payment);
    return false;
  }
  const { subscriptionId, customerId } = invoice;
  if (subscriptionId === null || customerId === null) return false;
  const memberId = await findMemberOfCustomer(db, customerId);
  // Of an account that is gone here: nothing to shut, and people should know.
  if (memberId === undefined) return await keep(payments, db, { dispute, subscriptionId });
  return await locks.run(memberId, async (connection) => {
    const current = await provider.readDispute(dispute.id);
    const isNews = await keep(payments, connection, { dispute: current, subscriptionId, memberId });
    // Also when it was known: what was to follow may have failed then.
    const locked = { payments, db: connection, memberId, customerId };
    const { subscriptions } = await syncLocked(locked);
    const lost = current.status === 'lost' && subscriptions.find(({ id }) => id === subscriptionId);
    if (lost && isLive(lost)) await endLost(locked, lost.id);
    return isNews;
  });
}

async function keep(
  { log }: Payments,
  db: Db,
  { dispute, ...of }: { dispute: ProviderDispute; subscriptionId: string; memberId?: string },
): Promise<boolean> {
  const { id, status } = dispute;
  const { subscriptionId, memberId } = of;
  const isNews = await setDispute(db, { id, subscriptionId, status, isSuspending: isSuspending(dispute) });
  if (isNews)
    log.error({ dispute: id, status, subscription: subscriptionId, memberId }, 'a payment is disputed');
  return isNews;
}

/**
 * Nothing opens this subscription again, so it must not go on being charged, and nobody be kept from buying another.
 * What it still owes goes first: it would stay payable.
 */
async function endLost(locked: Locked, subscriptionId: string): Promise<void> {
  const { payments, memberId, customerId } = locked;
  const open = await payments.provider.listOpenInvoices(customerId);
  for (const bill of open.filter((one) => one.subscriptionId === subscriptionId)) {
    await voidUnpaid(locked, bill.id);
  }
  await payments.provider.subscriptions.end(subscriptionId);
  payments.log.warn({ memberId, subscription: subscriptionId }, 'a lost dispute has ended a subscription');
  await syncLocked(locked);
}
