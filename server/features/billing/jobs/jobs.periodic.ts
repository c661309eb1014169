import { runDaily } from '#server/core/jobs/daily-job.ts';
import { deleteExpiredLeases } from '#server/core/jobs/leases.ts';
import { deleteOldIncidents } from '../billing.incidents.queries.ts';
import type { BillingServices, OrderListener } from '../billing.services.ts';
import { deleteOldEvents } from '../billing.webhook.queries.ts';
import { deleteOldKeys } from '../provider/provider.idempotency.queries.ts';
import { findOverdue, setCheckFailed } from '../subscription/subscription.queries.ts';
import { syncMember } from '../subscription/subscription.sync.ts';
import { reconcile } from './jobs.reconcile.ts';
import type { ReconcileResult } from './jobs.reconcile-all.ts';

/** Members checked in one round; the next follows. */
const CHECK_INTERVAL = 20;

/**
 * Syncs members whose period is over without a webhook event about what came then: it was lost, or is late. So a lost
 * event matters for minutes, not until the daily comparison.
 * @returns how many were checked
 */
export async function checkOverdue(billing: BillingServices): Promise<number> {
  const { db, log } = billing;
  const members = await findOverdue(db, CHECK_INTERVAL);
  for (const memberId of members) {
    try {
      await syncMember(billing, memberId);
    } catch (error) {
      log.warn({ memberId, reason: String(error) }, 'an overdue subscription could not be checked');
      await setCheckFailed(db, memberId);
    }
  }
  return members.length;
}

/**
 * Once a day one process compares everybody (`npm run billing:reconcile` does the same).
 * @returns undefined when it was done today, or is running
 */
export async function reconcileDaily(
  billing: BillingServices,
  onOrderPayment: OrderListener,
): Promise<ReconcileResult | undefined> {
  const { db, log } = billing;
  const result = await runDaily(db, 'billing', () =>
    reconcile(billing, onOrderPayment, (line) => log.warn({ line }, 'billing repaired')),
  );
  if (result !== undefined) log.info({ ...result }, 'billing compared with the provider');
  return result;
}

/** Everything that runs every few minutes; a failure does not keep the rest from running. */
export async function runBillingJobs(billing: BillingServices, onOrderPayment: OrderListener): Promise<void> {
  const { db, log } = billing;
  const jobs = [
    () => checkOverdue(billing),
    () => reconcileDaily(billing, onOrderPayment),
    () => deleteOldEvents(db),
    () => deleteOldKeys(db),
    () => deleteOldIncidents(db),
    () => deleteExpiredLeases(db),
  ];
  for (const job of jobs) {
    await job().catch((error: unknown) => log.warn({ reason: String(error) }, 'a billing job failed'));
  }
}
