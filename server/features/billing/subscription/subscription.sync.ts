import type { Db } from '#server/core/database/pool.ts';
import type { Lease } from '#server/core/jobs/leases.ts';
import { logSecurityEvent } from '#server/core/logging/security-events.ts';
import { tierOfPrice } from '../billing.prices.ts';
import { type BillingServices, type LeasedCustomer, withMemberLease } from '../billing.services.ts';
import { undefinedIfMissing } from '../provider/provider.errors.ts';
import type { ProviderSubscription } from '../provider/provider.types.ts';
import { adoptCustomerCard } from './subscription.card.ts';
import { findCharge } from './subscription.charge.ts';
import { findCustomerId, markHadPlan, unlinkCustomer } from './subscription.customers.queries.ts';
import { syncCustomerEmail } from './subscription.customers.ts';
import { findSuspendedSubscriptions } from './subscription.disputes.queries.ts';
import { addPlanMail } from './subscription.mail.ts';
import { endPlansOfSuspendedMember } from './subscription.member-suspension.ts';
import type { PlanChange } from './subscription.plan-changed.mail.ts';
import { closeAttempts } from './subscription.purchase.queries.ts';
import { endTrial, findState, removeState, setState } from './subscription.queries.ts';
import {
  chooseSubscription,
  isLive,
  isOverdue,
  KNOWN_STATUSES,
  type SubscriptionState,
  stateOf,
} from './subscription.state.ts';

export interface Synced {
  /** All of the provider's, ended ones included. */
  subscriptions: readonly ProviderSubscription[];
  /** The one that counts. */
  chosen: ProviderSubscription | undefined;
  state: SubscriptionState | undefined;
  /** What was stored before. */
  before: SubscriptionState | undefined;
}

/**
 * Reads everything the provider knows about one customer and writes our row: the only way a row of `subscriptions` comes
 * about. Idempotent; called for webhook events, members returning from payment, our own changes and the daily comparison.
 * @param also what belongs into the same transaction
 * @param refunded with what staff ended it
 */
export async function syncCustomer(
  customer: LeasedCustomer,
  also: (transaction: Db) => Promise<void> = async () => undefined,
  refunded: PlanChange['refunded'] = null,
): Promise<Synced> {
  const { billing, lease, memberId, customerId } = customer;
  const { db, provider } = billing;
  const before = await findState(db, memberId);
  await syncCustomerEmail(customer);
  let listed = await findSubscriptions(billing, customerId);
  if (listed !== undefined && (await adoptCustomerCard(customer, listed))) {
    listed = await findSubscriptions(billing, customerId);
  }
  if (listed !== undefined && (await endPlansOfSuspendedMember(customer, listed))) {
    listed = await findSubscriptions(billing, customerId);
  }
  const subscriptions = listed ?? [];
  const hasOpenInvoice = subscriptions.some(
    (subscription) => isOverdue(subscription) || subscription.pendingPriceId !== null,
  );
  const openInvoices = hasOpenInvoice ? await provider.listInvoices(customerId, 'open') : [];
  const ids = subscriptions.map(({ id }) => id);
  const known = {
    subscriptions,
    suspended: await findSuspendedSubscriptions(db, ids),
    tierOfPrice: (priceId: string) => tierOfPrice(billing, priceId),
  };
  const chosen = chooseSubscription(known);
  const lastPaid =
    chosen?.status === 'past_due' ? await provider.findLastPaidInvoice(customerId, chosen.id) : undefined;
  const state = stateOf({ ...known, openInvoices, lastPaid, before });
  if (state !== undefined && state.openInvoiceId !== null) {
    const paymentStatus = await provider.readPaymentStatus(state.openInvoiceId);
    state.isAuthenticationNeeded = paymentStatus === 'requires_action';
  }
  logAnomalies(billing, memberId, subscriptions, chosen);
  // Only for a sentence of a mail: without it the plan is written all the same.
  const chargedCents = await findCharge(billing, chosen, { before, state }).catch((error: unknown) => {
    billing.log.warn({ memberId, reason: String(error) }, 'what was paid could not be read for a mail');
    return null;
  });
  await lease.write(async (transaction) => {
    if (listed === undefined) await unlinkCustomer(transaction, memberId, customerId);
    if (state === undefined) await removeState(transaction, memberId);
    else await setState(transaction, memberId, state);
    const due = openInvoices.find(({ id }) => id === state?.openInvoiceId)?.amountDueCents ?? null;
    await addPlanMail(transaction, memberId, {
      before,
      state,
      dueCents: due,
      chargedCents,
      refunded,
    });
    if (state?.isEntitled) await endTrial(transaction, memberId);
    if (subscriptions.some(isLive)) await markHadPlan(transaction, memberId);
    if (chosen !== undefined && isLive(chosen)) await closeAttempts(transaction, memberId);
    await also(transaction);
  });
  const [from, to] = [paidTier(before), paidTier(state)];
  if (from !== to) logSecurityEvent(billing.log, 'tier changed', { memberId, from, to });
  return { subscriptions, chosen, state, before };
}

const paidTier = (state: SubscriptionState | undefined) => (state?.isEntitled ? state.tier : null);

/** @returns undefined for a customer the provider does not know (any more): nobody pays for anything there */
async function findSubscriptions(
  { provider }: BillingServices,
  customerId: string,
): Promise<ProviderSubscription[] | undefined> {
  try {
    return await provider.subscriptions.list(customerId);
  } catch (error) {
    undefinedIfMissing(error);
    if (await provider.hasCustomer(customerId)) throw error;
    return undefined;
  }
}

/** As syncCustomer, for callers without a lease. @returns undefined for a member who was never a customer */
export async function syncMember(billing: BillingServices, memberId: string): Promise<Synced | undefined> {
  const sync = async (lease: Lease) => {
    const customerId = await findCustomerId(billing.db, memberId);
    if (customerId === undefined) return undefined;
    return await syncCustomer({ billing, lease, memberId, customerId });
  };
  return await withMemberLease(billing, memberId, sync, 'sync');
}

/** What a person should look at. The member's id is ours, and the provider's ids open nothing. */
function logAnomalies(
  billing: BillingServices,
  memberId: string,
  subscriptions: readonly ProviderSubscription[],
  chosen: ProviderSubscription | undefined,
): void {
  const { log } = billing;
  const live = subscriptions.filter(isLive);
  if (live.length > 1 || live.some(({ items }) => items > 1)) {
    const ids = live.map(({ id }) => id);
    log.error({ memberId, subscriptions: ids }, 'a member pays more than one subscription');
  }
  if (chosen === undefined || !isLive(chosen)) return;
  const { id: subscription, priceId, status } = chosen;
  if (tierOfPrice(billing, priceId) === undefined) {
    log.error({ memberId, subscription, priceId }, 'a subscription has a price that is not in the settings');
  }
  if (!KNOWN_STATUSES.includes(status)) {
    log.error({ memberId, subscription, status }, 'a subscription has a status that is not known');
  }
}
