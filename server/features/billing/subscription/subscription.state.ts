import { PLAN_TIERS, type PlanTier } from '#contract/billing.ts';
import { LIMITS } from '#contract/limits.ts';
import { tierRank } from '#contract/tiers.ts';
import type { TaxKind } from '../provider/provider.settings.ts';
import type { ProviderInvoice, ProviderSubscription } from '../provider/provider.types.ts';
import { monthlyCost } from './subscription.discounts.ts';

/** A member's subscription as we store it; timestamps in unix seconds. */
export interface SubscriptionState {
  subscriptionId: string;
  /** The provider's value. */
  status: string;
  priceId: string;
  /** What this period is paid for. */
  tier: PlanTier;
  nextTier: PlanTier | null;
  /** What this period costs, and the next one where a downgrade is planned; cents of `currency`. */
  amountCents: number;
  nextAmountCents: number | null;
  /** What a month costs after the discount that is in both; null without one. */
  regularCents: number | null;
  /** Null with `regularCents`: it does not end. */
  discountEndsAt: number | null;
  currency: string;
  /** Whether tax is included in the amounts or added; null: its bills have none. */
  tax: TaxKind | null;
  currentPeriodEnd: number;
  /** A month is skipped from then on; its owner has what was paid for until then. */
  pausedFrom: number | null;
  /** When it is charged again. */
  pausedUntil: number | null;
  endsAt: number | null;
  pastDueSince: number | null;
  /** A bank claims, or has taken, a payment back: it opens nothing, whatever else is paid. */
  isSuspended: boolean;
  isEntitled: boolean;
  /** Null: until the provider says otherwise. */
  entitledUntil: number | null;
  openInvoiceId: string | null;
  /** The bank of the kept card waits for its owner: that pays the open invoice. */
  isAuthenticationNeeded: boolean;
  hasPendingUpdate: boolean;
}

/** What the provider does not say, and so is carried over from the state before. */
type Remembered = Pick<SubscriptionState, 'subscriptionId' | 'tier' | 'amountCents' | 'pastDueSince'>;

export interface Facts {
  subscriptions: readonly ProviderSubscription[];
  openInvoices: readonly ProviderInvoice[];
  /** The newest of the subscription that counts; needed while it is overdue. */
  lastPaid: Pick<ProviderInvoice, 'createdAt' | 'paidAt'> | undefined;
  /** Subscriptions with a payment that a bank claims or has taken back. */
  suspended: ReadonlySet<string>;
  tierOfPrice: (priceId: string) => PlanTier | undefined;
  before: Remembered | undefined;
}

/** Metadata we keep with the provider's subscription while a downgrade is planned. */
export const PAID_PRICE = 'paidPriceId';
export const PAID_UNTIL = 'paidUntil';
export const PAID_AMOUNT = 'paidAmountCents';

/** The end of what was paid for before the month that is skipped. */
export const PAUSED_FROM = 'pausedFrom';

/** The provider's; docs/billing-states.md has a row for each. */
export const KNOWN_STATUSES: readonly string[] = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
];

export const GRACE_SECONDS = LIMITS.graceDays * 24 * 60 * 60;

/** One whose first payment has not been made: it can be paid, or closed. */
export const isIncomplete = ({ status }: { status: string }) => status === 'incomplete';

/** A bill of it was not paid. */
export const isOverdue = ({ status }: { status: string }) => status === 'past_due' || status === 'unpaid';

const isOver = ({ status }: { status: string }) => status === 'canceled' || status === 'incomplete_expired';

/** One that is paid, overdue, paused, or in an unknown status: there must be no second one. */
export const isLive = (subscription: { status: string }) =>
  !isOver(subscription) && !isIncomplete(subscription);

/** Which of a customer's subscriptions counts: an old one that ends must not take away what a newer one pays for. */
export function chooseSubscription(
  facts: Pick<Facts, 'subscriptions' | 'suspended' | 'tierOfPrice'>,
): ProviderSubscription | undefined {
  const rank = (subscription: ProviderSubscription) =>
    tierRank(facts.tierOfPrice(subscription.priceId) ?? 'basic');
  return facts.subscriptions.toSorted(
    (a, b) =>
      preference(a, facts.suspended) - preference(b, facts.suspended) ||
      rank(b) - rank(a) ||
      b.createdAt - a.createdAt,
  )[0];
}

function preference(subscription: ProviderSubscription, suspended: ReadonlySet<string>): number {
  if (grantsAccess(subscription) && !suspended.has(subscription.id))
    return subscription.status === 'past_due' ? 1 : 0;
  if (isLive(subscription)) return 2;
  return isIncomplete(subscription) ? 3 : 4;
}

/**
 * The table: active, a trial granted at the provider once it has its card,
 * and past_due within the grace period. Everything else opens nothing, unknown statuses included.
 */
function grantsAccess({ status, hasPendingSetup }: ProviderSubscription): boolean {
  return status === 'active' || status === 'past_due' || (status === 'trialing' && !hasPendingSetup);
}

/** The state that follows from the provider's data; undefined when there never was a subscription. */
export function stateOf(facts: Facts): SubscriptionState | undefined {
  const chosen = chooseSubscription(facts);
  if (chosen === undefined) return undefined;
  const before = facts.before?.subscriptionId === chosen.id ? facts.before : undefined;
  const bills = facts.openInvoices
    .filter(({ subscriptionId }) => subscriptionId === chosen.id)
    .sort((a, b) => a.createdAt - b.createdAt);
  const pastDueSince =
    chosen.status === 'past_due' ? firstFailure(chosen, bills, facts.lastPaid, before) : null;
  const isSuspended = facts.suspended.has(chosen.id);
  const pausedFrom = skippedFrom(chosen);
  const isPaymentDue = isOverdue(chosen) || chosen.pendingPriceId !== null;
  return {
    subscriptionId: chosen.id,
    status: chosen.status,
    priceId: chosen.priceId,
    ...plansOf(chosen, facts, before),
    currency: chosen.currency,
    tax: chosen.tax,
    currentPeriodEnd: chosen.periodEnd,
    endsAt: chosen.endsAt,
    pastDueSince,
    pausedFrom,
    pausedUntil: pausedFrom === null ? null : skippedUntil(chosen, pausedFrom),
    isSuspended,
    isEntitled: grantsAccess(chosen) && !isSuspended,
    entitledUntil: earliest(
      chosen.endsAt,
      pastDueSince === null ? null : pastDueSince + GRACE_SECONDS,
      pausedFrom,
    ),
    openInvoiceId: isPaymentDue ? (bills.at(-1)?.id ?? null) : null,
    isAuthenticationNeeded: false,
    hasPendingUpdate: chosen.pendingPriceId !== null,
  };
}

/**
 * The plan by the price on the item, never by what a browser said. While a downgrade is planned the item already has the
 * next price; its metadata says what this period was paid for, and is valid for this period only.
 */
function plansOf(
  chosen: ProviderSubscription,
  { tierOfPrice }: Facts,
  before: Remembered | undefined,
): Pick<
  SubscriptionState,
  'tier' | 'nextTier' | 'amountCents' | 'nextAmountCents' | 'regularCents' | 'discountEndsAt'
> {
  // For a price that is not in the settings (syncing logs it) the tier stays.
  const tier = tierOfPrice(chosen.priceId) ?? before?.tier ?? PLAN_TIERS[0];
  const paid = paidPlan(chosen, tierOfPrice);
  const cost = monthlyCost(chosen.amountCents, chosen.discounts, chosen.periodEnd);
  const { amountCents, ...discount } = cost;
  if (paid === undefined || tierRank(paid) <= tierRank(tier)) {
    return { tier, nextTier: null, amountCents, nextAmountCents: null, ...discount };
  }
  const known = chosen.metadata[PAID_AMOUNT];
  const paidAmount = known === undefined ? (before?.amountCents ?? amountCents) : Number(known);
  return { tier: paid, nextTier: tier, amountCents: paidAmount, nextAmountCents: amountCents, ...discount };
}

/** The month that is paid for, and the one that is skipped, say so; those after it were paid for again. */
function skippedFrom({ metadata, periodStart, periodEnd }: ProviderSubscription): number | null {
  const from = Number(metadata[PAUSED_FROM]);
  return from === periodStart || from === periodEnd ? from : null;
}

/** The end of the month that is skipped. */
export function skippedUntil({ periodEnd, anchor }: ProviderSubscription, from: number): number {
  return periodEnd > from ? periodEnd : monthAfter(from, anchor);
}

function paidPlan(
  { metadata, periodEnd }: ProviderSubscription,
  tierOfPrice: Facts['tierOfPrice'],
): PlanTier | undefined {
  return metadata[PAID_UNTIL] === String(periodEnd) ? tierOfPrice(metadata[PAID_PRICE] ?? '') : undefined;
}

/**
 * Since when it is overdue: since the oldest invoice that is open after the last paid one was finalized, because
 * collecting begins then. Older ones may stay open when a later one is paid: they belong to an earlier time. When that
 * invoice is gone, what was stored since the last payment counts.
 */
function firstFailure(
  chosen: ProviderSubscription,
  bills: readonly ProviderInvoice[],
  lastPaid: Facts['lastPaid'],
  before: Remembered | undefined,
): number {
  const oldest = bills.find(({ createdAt }) => createdAt > (lastPaid?.createdAt ?? 0));
  const finalized = oldest && (oldest.finalizedAt ?? oldest.createdAt);
  const stored = before?.pastDueSince ?? null;
  const isOfNow = stored !== null && stored > (lastPaid?.paidAt ?? 0);
  return earliest(finalized ?? null, isOfNow ? stored : null) ?? chosen.periodStart;
}

function earliest(...timestamps: (number | null)[]): number | null {
  const known = timestamps.filter((timestamp) => timestamp !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/**
 * A month later, on the day of the anchor; where that month is shorter, on its last day.
 * @param time unix seconds
 */
export function monthAfter(time: number, anchor = time): number {
  const date = new Date(time * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return date.setUTCFullYear(year, month, Math.min(new Date(anchor * 1000).getUTCDate(), lastDay)) / 1000;
}
