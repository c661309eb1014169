import type { RetentionOffers } from '#contract/billing.ts';
import { conflict } from '../billing.problems.ts';
import type { BillingServices } from '../billing.services.ts';
import { ProviderRequestError } from '../provider/provider.errors.ts';
import {
  type LeasedSubscription,
  withSubscription,
  withSubscriptionToChange,
} from './subscription.current.ts';
import { hasTakenRetentionOffer, setRetentionOfferTaken } from './subscription.customers.queries.ts';
import { applyDiscount } from './subscription.discounts.ts';
import { PAUSED_FROM, skippedUntil } from './subscription.state.ts';

const NONE: RetentionOffers = { pause: null, discount: null, pauseRefusal: null };

/**
 * From the end of the month that is paid for until bills are collected again: after the bill of the month that is skipped
 * was voided, and before the next one, also in February. Seconds.
 */
const SKIP_SECONDS = 20 * 86_400;

/** What somebody may do instead of canceling. Offered until one is taken. */
export async function readRetentionOffers(
  billing: BillingServices,
  memberId: string,
): Promise<RetentionOffers> {
  return await withSubscription(billing, memberId, findOffers);
}

async function findOffers(current: LeasedSubscription): Promise<RetentionOffers> {
  const { billing, memberId, subscription, state } = current;
  const { offers } = billing.settings;
  const isEligible =
    subscription.status === 'active' &&
    state.isEntitled &&
    subscription.endsAt === null &&
    subscription.pendingPriceId === null &&
    state.pausedFrom === null;
  if (offers === undefined || !isEligible) return NONE;
  const refusal = (await hasTakenRetentionOffer(billing.db, memberId))
    ? 'taken'
    : state.nextTier !== null
      ? 'change_planned'
      : null;
  if (refusal !== null) return { ...NONE, pauseRefusal: offers.pause ? refusal : null };
  const from = subscription.periodEnd;
  return {
    pause: offers.pause ? { from, until: skippedUntil(subscription, from) } : null,
    discount: await findDiscount(current, offers.retentionCoupon),
    pauseRefusal: null,
  };
}

/** A second discount would replace the one that runs. */
async function findDiscount(
  { billing, subscription }: LeasedSubscription,
  coupon: string | undefined,
): Promise<RetentionOffers['discount']> {
  if (coupon === undefined || subscription.discounts.length > 0) return null;
  const terms = await billing.provider.findCoupon(coupon);
  if (terms === undefined) {
    billing.log.error({ coupon }, 'the retention coupon is missing or expired');
    return null;
  }
  const { amountCents: regularCents, currency } = subscription;
  return { amountCents: applyDiscount(regularCents, terms), regularCents, currency, months: terms.months };
}

/** @throws HttpProblem 409 for what is not offered */
export async function applyRetentionOffer(
  billing: BillingServices,
  memberId: string,
  offer: 'pause' | 'discount',
): Promise<void> {
  await withSubscriptionToChange(billing, memberId, async (current) => {
    const { lease, subscription } = current;
    const { subscriptions } = billing.provider;
    const offers = await findOffers(current);
    if (offers[offer] === null) throw notOffered();
    if (offer === 'pause') {
      const from = subscription.periodEnd;
      await subscriptions.skipInvoices(subscription.id, from + SKIP_SECONDS, { [PAUSED_FROM]: String(from) });
    } else await addCoupon(current);
    await lease.write((transaction) => setRetentionOfferTaken(transaction, memberId, true));
  });
}

async function addCoupon({ billing, subscription }: LeasedSubscription): Promise<void> {
  try {
    await billing.provider.subscriptions.addCoupon(
      subscription.id,
      billing.settings.offers?.retentionCoupon ?? '',
    );
  } catch (error) {
    if (error instanceof ProviderRequestError) throw notOffered();
    throw error;
  }
}

const notOffered = () =>
  conflict('change_planned', 'This offer has expired. You can still cancel or keep your plan.');
