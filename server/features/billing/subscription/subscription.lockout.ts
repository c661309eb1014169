import type { LeasedCustomer } from '../billing.services.ts';
import type { ProviderInvoice, ProviderSubscription } from '../provider/provider.types.ts';
import { isLockedOut } from './subscription.customers.queries.ts';
import { finalizeDrafts, ignoreRefusal } from './subscription.drafts.ts';
import { isLive, isOverdue } from './subscription.state.ts';

/**
 * Whoever staff locked out cannot cancel, and must not be charged for what they cannot open: the plan ends with what is
 * paid, an overdue one now.
 * @returns whether anything changed
 */
export async function endPlansOfSuspended(
  customer: LeasedCustomer,
  subscriptions: readonly ProviderSubscription[],
): Promise<boolean> {
  const { db, provider } = customer.billing;
  const running = subscriptions.filter((one) => isLive(one) && one.endsAt === null);
  if (running.length === 0 || !(await isLockedOut(db, customer.memberId))) return false;
  for (const one of running) {
    const isOfIt = (bill: ProviderInvoice) => bill.subscriptionId === one.id;
    // A renewal, an upgrade that waits: one that was paid meanwhile is refused, and the sync that follows reads it.
    await finalizeDrafts(customer, isOfIt);
    const open = (await provider.listInvoices(customer.customerId, 'open')).filter(isOfIt);
    for (const { id } of open) await provider.voidInvoice(id).catch(ignoreRefusal);
    if (isOverdue(one)) await provider.subscriptions.end(one.id);
    else await provider.subscriptions.endWithPeriod(one.id);
  }
  return true;
}
