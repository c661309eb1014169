import type {
  BillingAddress,
  ChangePreview,
  PlanTier,
  SubscriptionStatus,
  Tax,
  TaxReason,
} from '#contract/billing.ts';
import { PLANS, type Plan } from '#contract/plans.ts';
import { TIER_NAMES, type Tier, tierRank } from '#contract/tiers.ts';
import { taxWords } from '#web/api/tax.ts';

const NAMES: Record<string, string> = {
  active: 'Active',
  canceled: 'Canceled',
  past_due: 'Past due',
  paused: 'Paused',
  disputed: 'Disputed',
  no_subscription: 'No subscription',
};

/** The text of the badge; an unknown status is shown as it is. */
export function statusName(status: string): string {
  return Object.hasOwn(NAMES, status) ? (NAMES[status] ?? status) : status;
}

/** Not from the contract's own list, which would bring the schemas' library into the browser. */
export function isPlanTier(tier: Tier | undefined): tier is PlanTier {
  return PLANS.some((plan) => plan.tier === tier && plan.interval === 'month');
}

/** Of the one price table. */
export function planOf(tier: PlanTier): Plan {
  const plan = PLANS.find((each) => each.tier === tier);
  if (!plan) throw new Error(`The price table has no plan for ${tier}.`);
  return plan;
}

/** 499, "usd" → "$4.99"; whole dollars keep their cents, because this is what is charged. */
export function formatAmount(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

/** "$9.99": what a month of the member's plan costs them; by the price table until the provider has said so. */
export function monthlyAmount(
  plan: PlanTier,
  { amountCents, currency }: Pick<SubscriptionStatus, 'amountCents' | 'currency'>,
): string {
  return formatAmount(amountCents ?? planOf(plan).priceCents, currency ?? 'usd');
}

/** "$9.99/month", and how tax stands to it. */
export const monthlyPrice = (
  plan: PlanTier,
  status: Pick<SubscriptionStatus, 'amountCents' | 'currency' | 'tax'>,
): string => `${monthlyAmount(plan, status)}/month${taxWords(status.tax)}`;

/**
 * What the next month of the plan they have costs, for where plans are compared: an earlier price and a discount are
 * theirs, not the table's. What staff gave has no price: the table says what the plan costs.
 */
export function ownPrice(status: SubscriptionStatus): string | undefined {
  return status.plan === null ? undefined : monthlyAmount(status.plan, status);
}

/** What they have with neither plan nor trial; every account has basic prompts. */
export function givenTier(status: SubscriptionStatus): Tier | undefined {
  const isGiven = status.plan === null && !isTrial(status) && status.tier !== 'basic';
  return isGiven ? status.tier : undefined;
}

/** Of Pro, and nothing else opens as much. */
export const isTrial = ({ trial, plan, tier }: SubscriptionStatus): boolean =>
  trial.endsAt !== null && plan === null && tier === 'pro';

/** The tier a member has, what they pay for or not, named as what it is. */
export function ownTier(status: SubscriptionStatus): { tier: Tier; label: string } | undefined {
  if (status.plan !== null) return { tier: status.plan, label: 'Your plan' };
  if (isTrial(status)) return { tier: 'pro', label: 'Your trial' };
  const given = givenTier(status);
  return given && { tier: given, label: 'You have this now' };
}

/**
 * The plan that stands out: the one with what is wanted, during a trial the same, above what they have the next,
 * otherwise the most popular.
 */
export function isSuggested(
  { tier, isMostPopularOnOffer }: Plan,
  status: SubscriptionStatus,
  wanted: Tier | undefined,
): boolean {
  if (wanted !== undefined) return tier === wanted;
  const own = ownTier(status);
  if (own === undefined) return isMostPopularOnOffer;
  return isPlanTier(tier) && tierRank(tier) === tierRank(own.tier) + (isTrial(status) ? 0 : 1);
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The page's clock is up to ten minutes behind: what has just started would have a day more than promised. */
const CLOCK_TOLERANCE = HOUR / 4;

/**
 * "5 days", "7 hours", "less than an hour": rounded up, so that seven days read "7 days" from the first moment.
 * @param seconds until then
 */
export function timeLeft(seconds: number): string {
  if (seconds < HOUR) return 'less than an hour';
  const remaining = seconds - CLOCK_TOLERANCE;
  const [count, unit] =
    remaining <= DAY ? [Math.ceil(remaining / HOUR), 'hour'] : [Math.ceil(remaining / DAY), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The alert about their plan that every page shows a member; null while all is well. */
export type PlanAlert =
  | { kind: 'trial'; endsAt: number; left: string }
  /** The last payment failed. With `until`, the plan is kept so long; without, it is locked already. */
  | { kind: 'overdue'; plan: string; until: number | null };

/** @param now unix seconds */
export function planAlert(status: SubscriptionStatus, now: number): PlanAlert | null {
  const { plan, graceUntil, trial } = status;
  if (plan !== null && (graceUntil !== null || status.status === 'past_due' || status.status === 'unpaid')) {
    const isInGracePeriod = graceUntil !== null && graceUntil > now;
    return { kind: 'overdue', plan: TIER_NAMES[plan], until: isInGracePeriod ? graceUntil : null };
  }
  // Whoever pays has chosen already.
  if (plan !== null || trial.endsAt === null || trial.endsAt <= now) return null;
  return { kind: 'trial', endsAt: trial.endsAt, left: timeLeft(trial.endsAt - now) };
}

/** The next date of a plan, such as its next bill; `at` is null for a state without a date. */
export interface BillingLine {
  name: string;
  at: number | null;
}

/** @param now unix seconds */
export function billingLine(status: SubscriptionStatus, now: number): BillingLine | null {
  const { plan, currentPeriodEnd, endsAt, trial } = status;
  if (trial.endsAt !== null && plan === null) return { name: 'Trial ends', at: trial.endsAt };
  // Whatever was paid for, nothing of it is open any more.
  if (plan === null) return null;
  if (endsAt !== null) return { name: 'Ends', at: endsAt };
  if (status.pause) return { name: 'Next billing date', at: status.pause.until };
  // Nothing is charged until it goes on.
  if (isOnHold(status)) return null;
  const alert = planAlert(status, now);
  if (alert?.kind === 'overdue') {
    // The period runs on, and nobody has paid for it: its end is no billing date.
    return alert.until === null
      ? { name: 'Payment due now', at: null }
      : { name: 'Payment due now. Plan kept until', at: alert.until };
  }
  return currentPeriodEnd === null ? null : { name: 'Next billing date', at: currentPeriodEnd };
}

/**
 * Whether the member has what this plan opens: it is not sold to them, only planned as a downgrade. What staff gave costs
 * nothing while it lasts, and can be bought once it has ended; a trial ends by itself, and its plan is the way to keep it.
 */
export function isIncluded(tier: Tier, status: SubscriptionStatus): boolean {
  if (tier === givenTier(status)) return true;
  const { tier: memberTier, plan, trial } = status;
  if (plan === null) return tierRank(tier) < tierRank(memberTier);
  // More than they pay for, and no trial: the rest is given.
  const isGiven = trial.endsAt === null && tierRank(memberTier) > tierRank(plan);
  return tierRank(tier) < Math.max(tierRank(memberTier), tierRank(plan)) || (isGiven && tier === memberTier);
}

/** Stopped at the provider, by its staff or in a way we do not know: it opens nothing, and there is nothing to pay. */
export const isOnHold = ({ plan, status, pause, isPaymentDue }: SubscriptionStatus): boolean =>
  plan !== null &&
  !isPaymentDue &&
  pause === null &&
  !['active', 'trialing', 'past_due', 'unpaid', 'disputed'].includes(status);

/** Why the server would refuse another plan, whichever it is; null when it would not. */
export function planChangeBlocker(
  status: SubscriptionStatus,
): 'disputed' | 'paused' | 'due' | 'ending' | null {
  if (status.plan === null) return null;
  if (status.status === 'disputed') return 'disputed';
  if (status.pause) return 'paused';
  if (status.isPaymentDue || (status.status !== 'active' && status.status !== 'trialing')) return 'due';
  return status.endsAt === null ? null : 'ending';
}

/**
 * Months later, at the same hour; in a shorter month its last day, as the provider reckons.
 * @param now milliseconds
 * @returns unix seconds
 */
export function nextMonth(now: number, months = 1): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  // The 31st of a month with 30 days is the 1st of the one after.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return Math.floor(date.getTime() / 1000);
}

/** The first bill without the discount that runs, unix seconds; null where every bill has it. */
export function fullPriceFrom({
  currentPeriodEnd,
  pause,
  discountEndsAt,
}: Pick<SubscriptionStatus, 'currentPeriodEnd' | 'pause' | 'discountEndsAt'>): number | null {
  const next = pause?.until ?? currentPeriodEnd;
  if (discountEndsAt === null || next === null) return discountEndsAt;
  let bill = next;
  for (let months = 1; bill < discountEndsAt; months += 1) bill = nextMonth(next * 1000, months);
  return bill;
}

/** It ends before another bill, and all are paid: nothing more is charged. */
export const isPaidToItsEnd = ({
  plan,
  status,
  endsAt,
  currentPeriodEnd,
  isPaymentDue,
}: SubscriptionStatus) =>
  plan !== null &&
  status === 'active' &&
  !isPaymentDue &&
  endsAt !== null &&
  currentPeriodEnd !== null &&
  endsAt <= currentPeriodEnd;

/**
 * "$4.99": what the plan's next bill is, unless it renews never or is not paid for.
 * @param at of that bill, unix seconds
 */
export function nextBillAmount(status: SubscriptionStatus, at: number | null): string | undefined {
  const { plan, currentPeriodEnd, endsAt, pause, regularCents, currency } = status;
  if (plan === null || endsAt !== null || at === null || at !== (pause?.until ?? currentPeriodEnd))
    return undefined;
  const from = fullPriceFrom(status);
  const isRegular = regularCents !== null && from !== null && from <= at;
  return isRegular ? formatAmount(regularCents, currency ?? 'usd') : monthlyAmount(plan, status);
}

/** What the button says that makes a change: "Pay $4.00 and upgrade". */
export function changeAgreement({ kind, plan, amountDueCents, currency }: ChangePreview): string {
  if (kind === 'downgrade') return `Change to ${TIER_NAMES[plan]}`;
  if (kind === 'restart') return `Pay ${formatAmount(amountDueCents, currency)} and start`;
  return amountDueCents > 0
    ? `Pay ${formatAmount(amountDueCents, currency)} and upgrade`
    : `Change to ${TIER_NAMES[plan]} now`;
}

/** What a month costs after a discount that ends. */
export interface LaterPrice {
  cents: number;
  /** The first bill of it, unix seconds. */
  at: number;
}

/** Null where a change keeps no discount, or one that does not end. @param renewal its first bill, unix seconds */
export function laterPrice(preview: ChangePreview, renewal: number): LaterPrice | null {
  const { regularCents: cents } = preview;
  const at = fullPriceFrom({ ...preview, currentPeriodEnd: renewal, pause: null });
  return cents === null || at === null ? null : { cents, at };
}

/** What the next bill of a plan is that costs `cents` a month and is bought with a promotion code, or with none. */
export const renewalCents = (
  code: { offCents: number; months: number | null } | null,
  cents: number,
): number => (code === null || code.months === 1 ? cents : Math.max(0, cents - code.offCents));

/**
 * What a plan costs after the promotion code it is bought with. Null where the next bill has no discount, or one that
 * does not end.
 * @param now milliseconds
 */
export function priceAfterCode(
  code: { months: number | null } | null,
  cents: number,
  now: number,
): LaterPrice | null {
  if (code === null || code.months === null || code.months === 1) return null;
  return { cents, at: nextMonth(now, code.months) };
}

const TAX_REASONS: Record<TaxReason, string> = {
  reverse_charge: 'Reverse charge: your business accounts for the tax.',
  exempt: 'You’re exempt from tax.',
  none_due: 'No tax is due there.',
};

/** "Taxed for Germany. Reverse charge: …" */
export const taxedFor = ({ place, reason }: Tax): string =>
  `Taxed for ${placeName(place)}.${reason === null ? '' : ` ${TAX_REASONS[reason]}`}`;

/** "Germany"; "United States, 94103". */
export function placeName({ country, postalCode }: BillingAddress): string {
  const name =
    country === null ? '' : (new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country);
  return postalCode === null ? name : `${name}, ${postalCode}`;
}
