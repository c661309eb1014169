import { conflict, disputed } from '../billing.problems.ts';
import { type BillingServices, type LeasedCustomer, withMemberLease } from '../billing.services.ts';
import { withNewDeadline } from '../provider/provider.deadline.ts';
import { ProviderRequestError } from '../provider/provider.errors.ts';
import type { ProviderSubscription } from '../provider/provider.types.ts';
import { RECORDING_TIME } from './subscription.current.ts';
import { findCustomerId } from './subscription.customers.queries.ts';
import { voidUnpaid } from './subscription.ending.ts';
import { closeAttempts } from './subscription.purchase.queries.ts';
import { isIncomplete, isLive } from './subscription.state.ts';
import { type Synced, syncCustomer } from './subscription.sync.ts';

/**
 * Closes what a member chose and did not pay for.
 * @throws HttpProblem 409 when it was paid in the meantime
 */
export async function removeUnpaid(billing: BillingServices, memberId: string): Promise<void> {
  await withMemberLease(billing, memberId, async (lease) => {
    const customerId = await findCustomerId(billing.db, memberId);
    if (customerId === undefined) return;
    const customer = { billing, lease, memberId, customerId };
    const synced = await syncCustomer(customer);
    refuseSecond(synced);
    for (const unpaid of synced.subscriptions.filter(isIncomplete)) await closeUnpaid(customer, unpaid);
    // It is closed and must be stored, however long it took.
    await withNewDeadline(RECORDING_TIME, () => syncCustomer(customer));
  });
}

/** @throws HttpProblem 409 when there is a subscription that is paid, overdue or paused */
export function refuseSecond({ subscriptions, state }: Synced): void {
  const live = subscriptions.find(isLive);
  if (live === undefined) return;
  if (state?.isSuspended) throw disputed();
  const isPaid = live.status === 'active' || live.status === 'trialing';
  throw conflict(
    'already_subscribed',
    isPaid
      ? 'You’re already subscribed. Change your plan instead.'
      : `You have a subscription that is ${live.status.replaceAll('_', ' ')}. Resolve it before starting another.`,
  );
}

/**
 * Closes an unpaid subscription so that it can no longer be paid: an old tab still has its secret, and ending the
 * subscription alone leaves its invoice payable. The invoice goes first, because the provider refuses to void a paid
 * one: that is the guard, whatever happens between our reading and this.
 * @throws HttpProblem 409 when it was paid in the meantime (then it is the purchase) or cannot be closed
 */
export async function closeUnpaid(customer: LeasedCustomer, unpaid: ProviderSubscription): Promise<void> {
  const { billing, lease, memberId } = customer;
  if (unpaid.latestInvoiceId !== null) await voidUnpaid(customer, unpaid.latestInvoiceId);
  try {
    await billing.provider.subscriptions.end(unpaid.id);
  } catch (error) {
    // It has probably ended by itself; the caller reads everything again.
    if (!(error instanceof ProviderRequestError)) throw error;
  }
  await lease.write((transaction) => closeAttempts(transaction, memberId));
}
