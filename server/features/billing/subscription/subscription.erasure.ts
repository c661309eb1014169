import type { Db } from '#server/core/database/pool.ts';
import { cannotBeEnded, inProgress } from '../billing.problems.ts';
import { type BillingServices, type LeasedCustomer, withMemberLease } from '../billing.services.ts';
import { undefinedIfMissing } from '../provider/provider.errors.ts';
import { addDeletedCustomer, findCustomerId } from './subscription.customers.queries.ts';
import { voidInvoices } from './subscription.ending.ts';
import { findState } from './subscription.queries.ts';
import { isIncomplete, isLive } from './subscription.state.ts';
import { syncCustomer } from './subscription.sync.ts';

/**
 * Ends everything a member pays, at once, and then lets `write` delete the account, before anybody can begin another
 * payment: all of it under the member's lease. Nothing is refunded. May be repeated when it broke off in the middle.
 * @param unpaidOrders payments of orders that were begun: an old tab could still pay them
 * @throws HttpProblem 409 while a payment is being processed, 503 while the provider is unavailable
 */
export async function endPaymentsAndErase(
  billing: BillingServices,
  { memberId, unpaidOrders }: { memberId: string; unpaidOrders: readonly string[] },
  write: (transaction: Db) => Promise<void>,
): Promise<void> {
  await withMemberLease(billing, memberId, async (lease) => {
    for (const id of unpaidOrders) await closeOrderPayment(billing, id);
    const customerId = await findCustomerId(billing.db, memberId);
    if (customerId === undefined) return await lease.write(write);
    await endSubscriptions({ billing, lease, memberId, customerId });
    await lease.write(async (transaction) => {
      await addDeletedCustomer(transaction, customerId);
      await write(transaction);
    });
  });
}

/**
 * Before an account is deleted where payments are not configured: nobody could end what its member pays.
 * @throws HttpProblem 503 while a plan runs: the provider would go on charging for it
 */
export async function recordPaymentsOfDeleted(transaction: Db, memberId: string): Promise<void> {
  const state = await findState(transaction, memberId);
  if (state !== undefined && isLive(state)) throw cannotBeEnded();
  const customerId = await findCustomerId(transaction, memberId);
  if (customerId !== undefined) await addDeletedCustomer(transaction, customerId);
}

/** Bills first: one that was paid in the meantime, or is being paid, must not end unseen. */
async function endSubscriptions(customer: LeasedCustomer): Promise<void> {
  const { provider } = customer.billing;
  const { subscriptions } = await syncCustomer(customer);
  await voidInvoices(customer, () => true);
  for (const subscription of subscriptions.filter((found) => isLive(found) || isIncomplete(found))) {
    await provider.subscriptions.end(subscription.id).catch(undefinedIfMissing);
  }
}

/** @throws HttpProblem 409 while it is being processed */
async function closeOrderPayment({ provider }: BillingServices, paymentIntentId: string): Promise<void> {
  const payment = await provider.orders.readPayment(paymentIntentId).catch(undefinedIfMissing);
  if (payment === undefined || payment.status === 'canceled') return;
  if (payment.status === 'processing' || payment.status === 'succeeded') throw inProgress();
  // That of a bill goes with its bill, below.
  if (payment.orderId !== null) await provider.orders.cancelPayment(paymentIntentId);
}
