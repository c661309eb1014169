import { applyDispute } from './billing.disputes.ts';
import type { Standing } from './billing.entitlement.ts';
import type { Payments } from './billing.payments.ts';
import { OutageWatch } from './billing.problems.ts';
import type { OrderPayment } from './billing.provider.ts';
import { findCustomerId, findCustomersAfter, forgetCustomer } from './billing.queries.ts';
import { syncMember } from './billing.sync.ts';

/** Members read from the database at once. */
const PAGE = 200;

/** Older disputes are settled or known. Seconds. */
const DISPUTES_SINCE = 120 * 24 * 60 * 60;

export interface Reconciled {
  members: number;
  /** Rows that were not what the provider says. */
  repaired: number;
  failed: number;
}

/**
 * Compares every customer with the provider and writes what differs: for notes that were lost, or never sent. May run
 * at any time, beside the app.
 * @param say told one line for every difference
 */
export async function reconcile(
  payments: Payments,
  onOrderPayment: (payment: OrderPayment) => Promise<void>,
  say: (line: string) => void,
): Promise<Reconciled> {
  const result: Reconciled = { members: 0, repaired: 0, failed: 0 };
  const watch = new OutageWatch();
  async function attempt(what: string, work: () => Promise<string[]>): Promise<void> {
    try {
      const lines = await work();
      watch.passed();
      if (lines.length > 0) result.repaired += 1;
      for (const line of lines) say(`${what}: ${line}`);
    } catch (error) {
      watch.failed(error);
      result.failed += 1;
      say(`${what}: could not be compared: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  let last = '';
  for (;;) {
    const members = await findCustomersAfter(payments.db, last, PAGE);
    for (const memberId of members) await attempt(memberId, () => reconcileMember(payments, memberId));
    result.members += members.length;
    last = members.at(-1) ?? '';
    if (members.length < PAGE) break;
  }
  const since = Math.floor(Date.now() / 1000) - DISPUTES_SINCE;
  for (const dispute of await payments.provider.listDisputes(since)) {
    await attempt(dispute.id, async () => {
      const isNews = await applyDispute(payments, dispute, onOrderPayment);
      return isNews ? [`dispute found: ${dispute.status}`] : [];
    });
  }
  return result;
}

async function reconcileMember(payments: Payments, memberId: string): Promise<string[]> {
  const { db, provider } = payments;
  const customerId = await findCustomerId(db, memberId);
  const synced = await syncMember(payments, memberId);
  const lines = synced === undefined ? [] : differences(synced.before, synced.standing);
  if (customerId === undefined || (await provider.hasCustomer(customerId))) return lines;
  // Deleted there, it and its subscriptions can still be read, so it is here until now.
  await forgetCustomer(db, memberId, customerId);
  return [...lines, `customer ${customerId} is gone at the provider, forgotten here`];
}

/** "status: active → canceled", one for every member of the row that changed. */
export function differences(before: Standing | undefined, after: Standing | undefined): string[] {
  if (before === undefined || after === undefined) {
    if (before === after) return [];
    return [
      after ? `subscription found: ${after.tier}, ${after.status}` : 'subscription is not there any more',
    ];
  }
  return Object.entries(after)
    .filter(([name, value]) => before[name as keyof Standing] !== value)
    .map(([name, value]) => `${name}: ${before[name as keyof Standing]} → ${value}`);
}
