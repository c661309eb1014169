import type { LeasedCustomer } from '../billing.services.ts';
import type { ProviderInvoice, ProviderSubscription } from '../provider/provider.types.ts';
import { isMemberSuspended } from './subscription.customers.queries.ts';
import { finalizeDrafts, ignoreRefusal } from './subscription.drafts.ts';
import { isLive, isOverdue } from './subscription.state.ts';

/**
 * A suspended member cannot cancel, and must not be charged for what they cannot open: the plan ends with what is
 * paid, an overdue one now.
 * @returns whether anything changed
 */
export async function endPlansOfSuspendedMember(
  customer: LeasedCustomer,
  subscriptions: readonly ProviderSubscription[],
): Promise<boolean> {
  const { db, provider } = customer.billing;
  const running = subscriptions.filter(
    (subscription) => isLive(subscription) && subscription.endsAt === null,
  );
  if (running.length === 0 || !(await isMemberSuspended(db, customer.memberId))) return false;
  for (const subscription of running) {
    const isOfSubscription = (bill: ProviderInvoice) => bill.subscriptionId === subscription.id;
    // A renewal, an upgrade that waits: one that was paid meanwhile is refused, and the sync that follows reads it.
    await finalizeDrafts(customer, isOfSubscription);
    const open = (await provider.listInvoices(customer.customerId, 'open')).filter(isOfSubscription);
    for (const { id } of open) await provider.voidInvoice(id).catch(ignoreRefusal);
    if (isOverdue(subscription)) await provider.subscriptions.end(subscription.id);
    else await provider.subscriptions.endWithPeriod(subscription.id);
  }
  return true;
}
