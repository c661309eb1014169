import type { RetentionOffers } from '#contract/billing.ts';
import { conflict } from '../billing.problems.ts';
import type { BillingServices } from '../billing.services.ts';
import { ProviderRequestError } from '../provider/provider.errors.ts';
import { changingSubscription, type LeasedSubscription, withSubscription } from './subscription.current.ts';
import { hasAnsweredStay, setStayAnswered } from './subscription.customers.queries.ts';
import { reduced } from './subscription.discounts.ts';
import { PAUSED_FROM, skippedUntil } from './subscription.state.ts';

const NONE: RetentionOffers = { pause: null, discount: null };

/**
 * From the end of the month that is paid for until bills are collected again: after the bill of the month that is skipped
 * was voided, and before the next one, also in February. Seconds.
 */
const SKIPPED = 20 * 86_400;

/** What somebody may do instead of canceling. Offered until it is answered: by taking one, or by canceling. */
export async function readStayOffers(billing: BillingServices, memberId: string): Promise<RetentionOffers> {
  return await withSubscription(billing, memberId, findOffers);
}

async function findOffers(current: LeasedSubscription): Promise<RetentionOffers> {
  const { billing, memberId, subscription, state } = current;
  const { offers } = billing.settings;
  const isPlain =
    subscription.status === 'active' &&
    state.isEntitled &&
    subscription.endsAt === null &&
    subscription.pendingPriceId === null &&
    state.nextTier === null &&
    state.pausedFrom === null;
  if (offers === undefined || !isPlain || (await hasAnsweredStay(billing.db, memberId))) return NONE;
  const from = subscription.periodEnd;
  return {
    pause: offers.pause ? { from, until: skippedUntil(subscription, from) } : null,
    discount: await findDiscount(current, offers.stayCoupon),
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
  return { amountCents: reduced(regularCents, terms), regularCents, currency, months: terms.months };
}

/** @throws HttpProblem 409 for what is not offered */
export async function stay(
  billing: BillingServices,
  memberId: string,
  offer: 'pause' | 'discount',
): Promise<void> {
  await changingSubscription(billing, memberId, async (current) => {
    const { lease, subscription } = current;
    const { subscriptions } = billing.provider;
    const offers = await findOffers(current);
    if (offers[offer] === null) throw notOffered();
    if (offer === 'pause') {
      const from = subscription.periodEnd;
      await subscriptions.skipBills(subscription.id, from + SKIPPED, { [PAUSED_FROM]: String(from) });
    } else await addCoupon(current);
    await lease.write((transaction) => setStayAnswered(transaction, memberId));
  });
}

async function addCoupon({ billing, subscription }: LeasedSubscription): Promise<void> {
  try {
    await billing.provider.subscriptions.addCoupon(
      subscription.id,
      billing.settings.offers?.stayCoupon ?? '',
    );
  } catch (error) {
    if (error instanceof ProviderRequestError) throw notOffered();
    throw error;
  }
}

const notOffered = () =>
  conflict('change_planned', 'This offer has expired. You can still cancel or keep your plan.');
