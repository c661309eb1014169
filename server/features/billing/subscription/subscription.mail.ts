import { randomUUID } from 'node:crypto';
import type { Db } from '#server/core/database/pool.ts';
import { addMail, removeWaitingMail } from '#server/core/mail/outbox.ts';
import { actionRequiredMail } from './subscription.action-required.mail.ts';
import { confirmPaymentMail } from './subscription.confirm-payment.mail.ts';
import type { Due } from './subscription.due.ts';
import { paymentFailedMail } from './subscription.payment-failed.mail.ts';
import { type PlanChange, planChangedMail } from './subscription.plan-changed.mail.ts';
import { findEndingTrials } from './subscription.queries.ts';
import { GRACE_SECONDS, isLive, monthAfter, type SubscriptionState } from './subscription.state.ts';
import { trialEndsMail } from './subscription.trial-ends.mail.ts';

/** Most members pay an upgrade at once, authentication included. Minutes. */
const UPGRADE_MAIL_DELAY = 30;

/** In the transaction that writes what the provider says: what is different is told to whoever pays. */
export async function addPlanMail(
  transaction: Db,
  memberId: string,
  {
    before,
    state,
    dueCents,
    chargedCents,
    refunded,
  }: {
    before: SubscriptionState | undefined;
    state: SubscriptionState | undefined;
    /** Of the open bill, tax included. */
    dueCents: number | null;
    /** For what began or changed. */
    chargedCents: number | null;
    /** Given back, now or before; with it, staff have ended the plan. */
    refunded: PlanChange['refunded'];
  },
): Promise<void> {
  const to = { memberId };
  const ended = refunded === null ? undefined : (state ?? before);
  const change = ended ? { ...endOf(ended), refunded } : planChange(before, state, chargedCents);
  if (change !== undefined) {
    const { subscriptionId = '', currentPeriodEnd } = state ?? before ?? {};
    const time = isRepeatable(change) ? randomUUID() : currentPeriodEnd;
    const key = [
      ...[memberId, subscriptionId, change.change, change.tier, change.at, time],
      ...(change.refunded ? ['refunded'] : []),
    ].join(' ');
    await addMail(transaction, planChangedMail, { key, to, data: change });
  }
  const since = state?.status === 'past_due' ? state.pastDueSince : null;
  if (since !== null && before?.status !== 'past_due') {
    const data = { graceUntil: since + GRACE_SECONDS, due: dueOf(state, dueCents) };
    const template = state?.isAuthenticationNeeded ? confirmPaymentMail : paymentFailedMail;
    await addMail(transaction, template, { key: `${memberId} ${since}`, to, data });
  }
  const isWaiting = state?.hasPendingUpdate ?? false;
  if (isWaiting && before?.hasPendingUpdate !== true) {
    const key = `${memberId} ${state?.openInvoiceId}`;
    const data = { due: dueOf(state, dueCents) };
    await addMail(transaction, actionRequiredMail, { key, to, data, afterMinutes: UPGRADE_MAIL_DELAY });
  } else if (!isWaiting && before?.hasPendingUpdate) {
    await removeWaitingMail(transaction, actionRequiredMail, memberId);
  }
}

const dueOf = (state: SubscriptionState | undefined, cents: number | null): Due | null =>
  state === undefined || cents === null ? null : { tier: state.tier, cents, currency: state.currency };

/** A member changes their mind as often as they like within a period, and has each of it in writing. */
const isRepeatable = ({ change }: PlanChange) =>
  change === 'canceling' || change === 'resumed' || change === 'planned';

const NO_PAYMENT = { next: null, charged: null, refunded: null };

const endOf = ({ tier }: SubscriptionState): PlanChange => ({
  ...NO_PAYMENT,
  change: 'ended',
  tier,
  at: null,
  from: null,
});

/** What a member would call it; undefined when it is the same plan as before, or none of it is paid. */
function planChange(
  before: SubscriptionState | undefined,
  state: SubscriptionState | undefined,
  charged: number | null,
): PlanChange | undefined {
  const [was, is] = [before, state].map((known) =>
    known && isLive(known) && !known.isSuspended ? known : undefined,
  );
  if (is === undefined) return was && endOf(was);
  const next = nextPayment(is);
  if (was === undefined || was.subscriptionId !== is.subscriptionId) {
    return is.isEntitled
      ? { change: 'started', tier: is.tier, at: null, from: null, ...NO_PAYMENT, next, charged }
      : undefined;
  }
  if (was.endsAt === null && is.endsAt !== null) {
    return { ...NO_PAYMENT, change: 'canceling', tier: is.tier, at: is.endsAt, from: null };
  }
  const at = is.currentPeriodEnd;
  const isResumed = was.endsAt !== null && is.endsAt === null;
  // Whoever resumes a plan that goes on as a lower one reads that.
  if (is.nextTier !== null && (isResumed || was.nextTier !== is.nextTier)) {
    return { change: 'planned', tier: is.nextTier, at, from: is.tier, ...NO_PAYMENT, next };
  }
  const isKept = was.nextTier !== null && is.nextTier === null && was.tier === is.tier;
  if (isResumed || isKept) {
    return { change: 'resumed', tier: is.tier, at, from: isKept ? was.nextTier : null, ...NO_PAYMENT, next };
  }
  if (was.tier === is.tier) return undefined;
  return { change: 'changed', tier: is.tier, at: null, from: was.tier, ...NO_PAYMENT, next, charged };
}

/** What the next bill comes to; null where there will be none. */
function nextPayment(state: SubscriptionState): PlanChange['next'] {
  const { endsAt, nextAmountCents, amountCents, currency, tax, pausedUntil, currentPeriodEnd } = state;
  if (endsAt !== null) return null;
  const at = pausedUntil ?? currentPeriodEnd;
  return {
    cents: nextAmountCents ?? amountCents,
    currency,
    isTaxAdded: tax === 'added',
    at,
    regular:
      state.regularCents === null
        ? null
        : { cents: state.regularCents, at: regularFrom(at, state.discountEndsAt) },
  };
}

/** The first bill without the discount; null where it does not end. @param bill the next one */
function regularFrom(bill: number, discountEndsAt: number | null): number | null {
  if (discountEndsAt === null) return null;
  let at = bill;
  while (at < discountEndsAt) at = monthAfter(at, bill);
  return at;
}

/** To whoever's trial ends within two days, once; not to those who have a plan by now. @returns how many */
export async function addTrialMail(db: Db): Promise<number> {
  const ending = await findEndingTrials(db);
  for (const { memberId, endsAt } of ending) {
    await addMail(db, trialEndsMail, { key: `${memberId} ${endsAt}`, to: { memberId }, data: { endsAt } });
  }
  return ending.length;
}
