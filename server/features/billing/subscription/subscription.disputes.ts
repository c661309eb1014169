import type { Db } from '#server/core/database/pool.ts';
import { reportEventForDeletedAccount } from '../billing.deleted-accounts.ts';
import {
  type BillingServices,
  type LeasedCustomer,
  type OrderListener,
  withMemberLease,
} from '../billing.services.ts';
import { isSuspending, type ProviderDispute } from '../provider/provider.types.ts';
import { findMemberOfCustomer, isDeletedCustomer } from './subscription.customers.queries.ts';
import { setDispute } from './subscription.disputes.queries.ts';
import { endNow } from './subscription.ending.ts';
import { isLive } from './subscription.state.ts';
import { syncCustomer } from './subscription.sync.ts';

/**
 * A bank claims a payment back: what it paid for opens nothing until the dispute is won.
 * @param dispute says which one; its status is read again under the member's lease
 * @returns whether the dispute of a subscription was new, or had another status
 */
export async function applyDispute(
  billing: BillingServices,
  dispute: ProviderDispute,
  onOrderPayment: OrderListener,
): Promise<boolean> {
  const { paymentIntentId } = dispute;
  if (paymentIntentId === null) return false;
  const { provider, db } = billing;
  const invoice = await provider.findInvoiceOfPayment(paymentIntentId);
  const { subscriptionId, customerId } = invoice ?? { subscriptionId: null, customerId: null };
  if (subscriptionId === null || customerId === null) {
    await onOrderPayment(await provider.orders.readPayment(paymentIntentId));
    return false;
  }
  const memberId = await findMemberOfCustomer(db, customerId);
  // The account was deleted here: there is nothing to suspend, but a person should know.
  if (memberId === undefined) {
    const isNew = await store(billing, db, { dispute, subscriptionId });
    if (isNew && (await isDeletedCustomer(db, customerId))) {
      await reportEventForDeletedAccount(billing, {
        subject: customerId,
        detail: `dispute ${dispute.status}`,
      });
    }
    return isNew;
  }
  return await withMemberLease(billing, memberId, async (lease) => {
    const current = await provider.readDispute(dispute.id);
    const isNew = await lease.write((transaction) =>
      store(billing, transaction, { dispute: current, subscriptionId, memberId }),
    );
    // Also when it was known: what follows may have failed the last time.
    const customer = { billing, lease, memberId, customerId };
    const { subscriptions } = await syncCustomer(customer);
    const lost = current.status === 'lost' && subscriptions.find(({ id }) => id === subscriptionId);
    if (lost && isLive(lost)) await endLost(customer, lost.id);
    return isNew;
  });
}

async function store(
  { log }: BillingServices,
  db: Db,
  { dispute, ...of }: { dispute: ProviderDispute; subscriptionId: string; memberId?: string },
): Promise<boolean> {
  const { id, status } = dispute;
  const { subscriptionId, memberId } = of;
  const isNew = await setDispute(db, { id, subscriptionId, status, isSuspending: isSuspending(dispute) });
  if (isNew)
    log.error({ dispute: id, status, subscription: subscriptionId, memberId }, 'a payment is disputed');
  return isNew;
}

/** Nothing reopens this subscription, so it must not be charged any more, nor block the purchase of another. */
async function endLost(customer: LeasedCustomer, subscriptionId: string): Promise<void> {
  const { billing, memberId } = customer;
  await endNow(customer, subscriptionId);
  billing.log.warn({ memberId, subscription: subscriptionId }, 'a lost dispute has ended a subscription');
  await syncCustomer(customer);
}
