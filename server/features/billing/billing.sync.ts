import type { Db } from '#server/core/database/pool.ts';
import { retried } from '#server/core/database/retry.ts';
import { chooseSubscription, isLive, type Standing, standingOf } from './billing.entitlement.ts';
import { type Payments, tierOfPrice } from './billing.payments.ts';
import { ProviderRefusal, type ProviderSubscription } from './billing.provider.ts';
import {
  findCustomerId,
  findStanding,
  forgetCustomer,
  noteHadPlan,
  removeStanding,
  setStanding,
} from './billing.queries.ts';
import { addEvent, closeAttempts, findSuspended, hasEvent } from './billing-events.queries.ts';

/** A member's payments while nobody else changes them. */
export interface Locked {
  payments: Payments;
  /** The connection that holds the lock. */
  db: Db;
  memberId: string;
  customerId: string;
}

export interface Synced {
  /** All the provider has, ended ones too. */
  subscriptions: readonly ProviderSubscription[];
  /** The one that counts. */
  chosen: ProviderSubscription | undefined;
  standing: Standing | undefined;
  /** What was stored before. */
  before: Standing | undefined;
}

const KNOWN_STATUSES = new Set([
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
]);

/**
 * Reads the provider's truth about one customer and writes ours: the only way a row of `subscriptions` comes about.
 * Idempotent; asked by notes, by whoever returns from paying, after our own changes, and by the reconcile. Under the
 * member's lock, so that of two that read in one order none writes in the other.
 * @param eventId noted as done in the same transaction
 */
export async function syncLocked(
  { payments, db, memberId, customerId }: Locked,
  eventId?: string,
): Promise<Synced> {
  const before = await findStanding(db, memberId);
  const listed = await findSubscriptions(payments, customerId);
  const subscriptions = listed ?? [];
  const isOwed = subscriptions.some(
    ({ status, pendingPriceId }) => status === 'past_due' || status === 'unpaid' || pendingPriceId !== null,
  );
  const openInvoices = isOwed ? await payments.provider.listOpenInvoices(customerId) : [];
  const suspended = await findSuspended(
    db,
    subscriptions.map(({ id }) => id),
  );
  const facts = {
    subscriptions,
    openInvoices,
    suspended,
    tierOfPrice: (priceId: string) => tierOfPrice(payments, priceId),
    before,
  };
  const standing = standingOf(facts);
  const chosen = chooseSubscription(facts);
  tellOddities(payments, memberId, subscriptions, chosen);
  await retried(() =>
    db.transaction().execute(async (transaction) => {
      if (listed === undefined) await forgetCustomer(transaction, memberId, customerId);
      if (standing === undefined) await removeStanding(transaction, memberId);
      else await setStanding(transaction, memberId, standing);
      if (subscriptions.some(isLive)) await noteHadPlan(transaction, memberId);
      if (chosen !== undefined && isLive(chosen)) await closeAttempts(transaction, memberId);
      if (eventId !== undefined) await addEvent(transaction, eventId);
    }),
  );
  return { subscriptions, chosen, standing, before };
}

/** @returns undefined for a customer the provider does not know (any more): nobody pays for anything there */
async function findSubscriptions(
  { provider }: Payments,
  customerId: string,
): Promise<ProviderSubscription[] | undefined> {
  try {
    return await provider.subscriptions.list(customerId);
  } catch (error) {
    const isMissing = error instanceof ProviderRefusal && error.kind === 'missing';
    if (isMissing && !(await provider.hasCustomer(customerId))) return undefined;
    throw error;
  }
}

/**
 * As syncLocked, for whoever has no lock yet.
 * @returns undefined for a member who never was a customer, and for a note that was done while it waited
 */
export async function syncMember(
  payments: Payments,
  memberId: string,
  eventId?: string,
): Promise<Synced | undefined> {
  return await payments.locks.run(memberId, async (db) => {
    if (eventId !== undefined && (await hasEvent(db, eventId))) return undefined;
    const customerId = await findCustomerId(db, memberId);
    if (customerId === undefined) return undefined;
    return await syncLocked({ payments, db, memberId, customerId }, eventId);
  });
}

/** What somebody should look at. The member's id is ours; the provider's ids open nothing. */
function tellOddities(
  payments: Payments,
  memberId: string,
  subscriptions: readonly ProviderSubscription[],
  chosen: ProviderSubscription | undefined,
): void {
  const { log } = payments;
  const live = subscriptions.filter(isLive);
  if (live.length > 1 || live.some(({ items }) => items > 1)) {
    const ids = live.map(({ id }) => id);
    log.error({ memberId, subscriptions: ids }, 'a member pays more than one subscription');
  }
  if (chosen === undefined || !isLive(chosen)) return;
  const { id: subscription, priceId, status } = chosen;
  if (tierOfPrice(payments, priceId) === undefined) {
    log.error({ memberId, subscription, priceId }, 'a subscription has a price that is not in the settings');
  }
  if (!KNOWN_STATUSES.has(status)) {
    log.error({ memberId, subscription, status }, 'a subscription has a status that is not known');
  }
}
