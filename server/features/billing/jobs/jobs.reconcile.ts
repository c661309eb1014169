import type { BillingServices, OrderListener } from '../billing.services.ts';
import {
  findCustomerId,
  findCustomersAfter,
  unlinkCustomer,
} from '../subscription/subscription.customers.queries.ts';
import { applyDispute } from '../subscription/subscription.disputes.ts';
import type { SubscriptionState } from '../subscription/subscription.state.ts';
import { syncMember } from '../subscription/subscription.sync.ts';
import { type ReconcileResult, reconcileAll } from './jobs.reconcile-all.ts';

/** Members read from the database at once. */
const PAGE = 200;

/** Older disputes are decided or known. Seconds. */
const DISPUTES_SINCE = 120 * 24 * 60 * 60;

/**
 * Compares every customer and every dispute with the provider and writes what differs, for webhook events that were lost
 * or never sent. May run at any time, also while the app runs.
 * @param report called with one line for every difference
 * @returns `compared` counts members
 */
export async function reconcile(
  billing: BillingServices,
  onOrderPayment: OrderListener,
  report: (line: string) => void,
): Promise<ReconcileResult> {
  const members = await reconcileAll(
    membersOf(billing),
    (memberId) => memberId,
    (memberId) => reconcileMember(billing, memberId),
    report,
  );
  const since = Math.floor(Date.now() / 1000) - DISPUTES_SINCE;
  const disputes = await reconcileAll(
    await billing.provider.listDisputes(since),
    ({ id }) => id,
    async (dispute) =>
      (await applyDispute(billing, dispute, onOrderPayment)) ? [`dispute found: ${dispute.status}`] : [],
    report,
  );
  return {
    compared: members.compared,
    repaired: members.repaired + disputes.repaired,
    failed: members.failed + disputes.failed,
  };
}

async function* membersOf({ db }: BillingServices): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const page = await findCustomersAfter(db, last, PAGE);
    yield* page;
    last = page.at(-1) ?? '';
    if (page.length < PAGE) return;
  }
}

async function reconcileMember(billing: BillingServices, memberId: string): Promise<string[]> {
  const { db, provider } = billing;
  const customerId = await findCustomerId(db, memberId);
  const synced = await syncMember(billing, memberId);
  const lines = synced === undefined ? [] : differences(synced.before, synced.state);
  if (customerId === undefined || (await provider.hasCustomer(customerId))) return lines;
  // A customer deleted there, and its subscriptions, can still be read.
  await unlinkCustomer(db, memberId, customerId);
  return [...lines, `customer ${customerId} is gone at the provider, forgotten here`];
}

/** "status: active → canceled", one for every member of the row that changed. */
function differences(before: SubscriptionState | undefined, after: SubscriptionState | undefined): string[] {
  if (before === undefined || after === undefined) {
    if (before === after) return [];
    return [
      after ? `subscription found: ${after.tier}, ${after.status}` : 'subscription is not there any more',
    ];
  }
  const earlier = new Map(Object.entries(before));
  return Object.entries(after)
    .filter(([name, value]) => earlier.get(name) !== value)
    .map(([name, value]) => `${name}: ${earlier.get(name)} → ${value}`);
}
