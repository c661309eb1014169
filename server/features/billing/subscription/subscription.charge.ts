import { tierRank } from '#contract/tiers.ts';
import type { BillingServices } from '../billing.services.ts';
import type { ProviderSubscription } from '../provider/provider.types.ts';
import { isIncomplete, type SubscriptionState } from './subscription.state.ts';

/**
 * What was paid for a plan that has just begun, or for the change to a higher one; cents, tax included. Null for all
 * else, and where its bill is not the latest: a downgrade's is still to be made when it takes effect.
 */
export async function findCharge(
  { provider }: BillingServices,
  chosen: ProviderSubscription | undefined,
  { before, state }: { before: SubscriptionState | undefined; state: SubscriptionState | undefined },
): Promise<number | null> {
  if (!state?.isEntitled || state.nextTier !== null || chosen?.latestInvoiceId == null) return null;
  const was = before?.subscriptionId === state.subscriptionId && !isIncomplete(before) ? before : undefined;
  if (was !== undefined && tierRank(was.tier) >= tierRank(state.tier)) return null;
  const { status, priceId, isChange, amountCents } = await provider.readBill(chosen.latestInvoiceId);
  const isOfThis = status === 'paid' && priceId === state.priceId && isChange === (was !== undefined);
  return isOfThis && amountCents > 0 ? amountCents : null;
}
