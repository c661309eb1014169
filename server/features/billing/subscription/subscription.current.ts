import { noSubscription } from '../billing.problems.ts';
import { type BillingServices, type LeasedCustomer, withMemberLease } from '../billing.services.ts';
import { withNewDeadline } from '../provider/provider.deadline.ts';
import type { ProviderSubscription } from '../provider/provider.types.ts';
import { findCustomerId } from './subscription.customers.queries.ts';
import { isLive, type SubscriptionState } from './subscription.state.ts';
import { syncCustomer } from './subscription.sync.ts';

/** For undoing or storing a change, apart from the time the member waits; within the lease's 30 s. Milliseconds. */
export const RECORDING_TIME = 10_000;

export interface LeasedSubscription extends LeasedCustomer {
  subscription: ProviderSubscription;
  state: SubscriptionState;
}

/**
 * Works with the member's own subscription, as just read from the provider.
 * @throws HttpProblem 400 when there is none that continues
 */
export async function withSubscription<Result>(
  billing: BillingServices,
  memberId: string,
  work: (current: LeasedSubscription) => Promise<Result>,
): Promise<Result> {
  return await withMemberLease(billing, memberId, async (lease) => {
    // By the session's member alone: no id from a browser leads here.
    const customerId = await findCustomerId(billing.db, memberId);
    if (customerId === undefined) throw noSubscription();
    const customer = { billing, lease, memberId, customerId };
    const { chosen, state } = await syncCustomer(customer);
    if (chosen === undefined || state === undefined || !isLive(chosen)) throw noSubscription();
    return await work({ ...customer, subscription: chosen, state });
  });
}

/** As withSubscription, for changes: the result is read back and stored before the lease is released. */
export function withSubscriptionToChange<Result>(
  billing: BillingServices,
  memberId: string,
  work: (current: LeasedSubscription) => Promise<Result>,
): Promise<Result> {
  return withSubscription(billing, memberId, async (current) => {
    const result = await work(current);
    // The change is made and must be stored, however long it took.
    await withNewDeadline(RECORDING_TIME, () => syncCustomer(current));
    return result;
  });
}
