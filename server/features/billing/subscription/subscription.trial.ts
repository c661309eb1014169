import type { SubscriptionStatus } from '#contract/billing.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Db } from '#server/core/database/pool.ts';
import { logSecurityEvent, type SecurityLog } from '#server/core/logging/security-events.ts';
import { conflict } from '../billing.problems.ts';
import { addTrial, markEndedTrials } from './subscription.queries.ts';
import { readStatus } from './subscription.status.ts';

/** What a trial is, whatever tier its member has besides. */
const TRIAL_TIER = 'pro';

/** Starts our own trial, without a card and without the provider. @throws HttpProblem 409 when the member has none left */
export async function startTrial(db: Db, memberId: string): Promise<SubscriptionStatus> {
  const { trial, plan } = await readStatus(db, memberId);
  if (!trial.isAvailable && plan !== null) {
    throw conflict(
      'already_subscribed',
      'You’re already subscribed. The trial is for members without a plan.',
    );
  }
  if (!trial.isAvailable || !(await addTrial(db, memberId, LIMITS.trialDays))) {
    throw conflict('trial_used', 'The free trial is available once, to members who haven’t had a plan.');
  }
  return await readStatus(db, memberId);
}

/**
 * Logs the trials that have ended: nothing happens at that moment, since what a member may read is computed by the time.
 * May run on any number of processes at once; each end is logged once.
 */
export async function logEndedTrials(db: Db, log: SecurityLog): Promise<void> {
  for (const { memberId, tier, hasPaidPlan } of await markEndedTrials(db)) {
    const to = hasPaidPlan ? tier : null;
    if (to !== TRIAL_TIER) logSecurityEvent(log, 'tier changed', { memberId, from: TRIAL_TIER, to });
  }
}
