import type { SubscriptionStatus } from '#contract/billing.ts';
import { tierRank } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import { unauthorized } from '#server/core/http/errors/problems.ts';
import { findStatus, type StatusRow } from './subscription.queries.ts';
import { GRACE_SECONDS, isIncomplete, isLive, monthAfter } from './subscription.state.ts';

/** From stored rows alone: it answers while the provider is down. */
export async function readStatus(db: Db, memberId: string): Promise<SubscriptionStatus> {
  const row = await findStatus(db, memberId);
  if (row === undefined) throw unauthorized();
  return statusOf(row);
}

function statusOf(row: StatusRow): SubscriptionStatus {
  const { subscription, now } = row;
  const trialEndsAt = row.trialEndsAt !== null && row.trialEndsAt > now ? row.trialEndsAt : null;
  // A planned end takes effect whether the provider's event has reached us or not.
  const isOver = subscription?.endsAt != null && subscription.endsAt <= now;
  const live = subscription !== null && isLive(subscription) && !isOver ? subscription : null;
  const common = {
    tier: row.tier,
    trial: {
      isAvailable:
        !row.hasUsedTrial && live === null && !row.hasHadPlan && tierRank(row.tier) < tierRank('pro'),
      endsAt: trialEndsAt,
    },
    unpaid: subscription !== null && isIncomplete(subscription) ? unpaidOf(subscription) : null,
    canExport: row.hasPaidPlan,
    asOf: subscription?.asOf.toISOString() ?? null,
  };
  if (live !== null) return { ...common, ...ofSubscription(live, now) };
  const isTrial = trialEndsAt !== null;
  const status = isOver ? 'canceled' : (subscription?.status ?? 'no_subscription');
  return {
    ...common,
    status: isTrial ? 'trialing' : status,
    currentPeriodEnd: isTrial ? trialEndsAt : (subscription?.currentPeriodEnd ?? null),
    cancelAtPeriodEnd: false,
    plan: null,
    endsAt: trialEndsAt,
    nextPlan: null,
    amountCents: null,
    nextAmountCents: null,
    regularCents: null,
    discountEndsAt: null,
    tax: null,
    pause: null,
    currency: null,
    graceUntil: null,
    isPaymentDue: false,
    isAuthenticationNeeded: false,
  };
}

type Stored = NonNullable<StatusRow['subscription']>;

const unpaidOf = ({ tier: plan, amountCents, currency, tax }: Stored) => ({
  plan,
  amountCents,
  currency,
  tax,
});

function ofSubscription(live: Stored, now: number) {
  const { tier, nextTier, pastDueSince, isSuspended } = live;
  // A planned downgrade takes effect with the period, with or without an event.
  const hasMoved = nextTier !== null && live.currentPeriodEnd <= now;
  const { pausedFrom } = live;
  const isSkipped = pausedFrom !== null && pausedFrom <= now && live.status === 'active';
  return {
    // Whatever its status at the provider: it opens nothing, and paying what is due would not change that.
    status: isSuspended ? 'disputed' : isSkipped ? 'paused' : live.status,
    currentPeriodEnd: live.currentPeriodEnd,
    cancelAtPeriodEnd: live.endsAt !== null,
    plan: hasMoved ? nextTier : tier,
    endsAt: live.endsAt,
    nextPlan: hasMoved ? null : nextTier,
    amountCents: hasMoved ? live.nextAmountCents : live.amountCents,
    nextAmountCents: hasMoved ? null : live.nextAmountCents,
    regularCents: live.regularCents,
    discountEndsAt: live.discountEndsAt,
    tax: live.tax,
    pause:
      pausedFrom === null ? null : { from: pausedFrom, until: live.pausedUntil ?? monthAfter(pausedFrom) },
    currency: live.currency,
    graceUntil: pastDueSince === null || isSuspended ? null : pastDueSince + GRACE_SECONDS,
    isPaymentDue: live.openInvoiceId !== null && !isSuspended,
    isAuthenticationNeeded: live.isAuthenticationNeeded && !isSuspended,
  };
}
