import { PLAN_TIERS, type PlanTier } from '#contract/billing.ts';
import { LIMITS } from '#contract/limits.ts';
import { tierRank } from '#contract/tiers.ts';
import type { ProviderInvoice, ProviderSubscription } from './billing.provider.ts';

/** A member's subscription as we keep it; moments in unix seconds. */
export interface Standing {
  subscriptionId: string;
  /** The provider's word. */
  status: string;
  priceId: string;
  /** What this period is paid for. */
  tier: PlanTier;
  nextTier: PlanTier | null;
  currentPeriodEnd: number;
  endsAt: number | null;
  pastDueSince: number | null;
  /** Its money is wanted back by the owner's bank, or was taken back: nothing it is paid opens it. */
  isSuspended: boolean;
  isEntitled: boolean;
  /** Null: until the provider says otherwise. */
  entitledUntil: number | null;
  openInvoiceId: string | null;
  hasPendingUpdate: boolean;
}

/** What of the past is still needed: the provider does not tell it. */
type Remembered = Pick<Standing, 'subscriptionId' | 'tier' | 'pastDueSince'>;

export interface Facts {
  subscriptions: readonly ProviderSubscription[];
  openInvoices: readonly ProviderInvoice[];
  /** Their money was taken back by the owner's bank. */
  suspended: ReadonlySet<string>;
  tierOfPrice: (priceId: string) => PlanTier | undefined;
  before: Remembered | undefined;
}

/** How a planned downgrade is noted on the provider's subscription, by us alone. */
export const PAID_PRICE = 'paidPriceId';
export const PAID_UNTIL = 'paidUntil';

export const GRACE_SECONDS = LIMITS.graceDays * 24 * 60 * 60;

/** One that nobody has paid yet: it may be paid, or closed. */
export const isUnpaidBeginning = ({ status }: { status: string }) => status === 'incomplete';

const isOver = ({ status }: { status: string }) => status === 'canceled' || status === 'incomplete_expired';

/** One that is being paid for, owed, paused, or in a state we do not know: a second one beside it would be too many. */
export const isLive = (one: { status: string }) => !isOver(one) && !isUnpaidBeginning(one);

/** Which of a customer's subscriptions counts: an old one that ends must not take away what a newer one pays for. */
export function chooseSubscription(
  facts: Pick<Facts, 'subscriptions' | 'suspended' | 'tierOfPrice'>,
): ProviderSubscription | undefined {
  const rank = (one: ProviderSubscription) => tierRank(facts.tierOfPrice(one.priceId) ?? 'basic');
  return facts.subscriptions.toSorted(
    (a, b) =>
      standingOrder(a, facts.suspended) - standingOrder(b, facts.suspended) ||
      rank(b) - rank(a) ||
      b.createdAt - a.createdAt,
  )[0];
}

function standingOrder(one: ProviderSubscription, suspended: ReadonlySet<string>): number {
  if (opensAccess(one) && !suspended.has(one.id)) return one.status === 'past_due' ? 1 : 0;
  if (isLive(one)) return 2;
  return isUnpaidBeginning(one) ? 3 : 4;
}

/**
 * The table (DECISIONS 42, 43, PAYMENTS 4.1): active, a trial somebody gave at the provider once it has its card,
 * and past_due for a while. Everything else opens nothing, unknown words included.
 */
function opensAccess({ status, hasPendingSetup }: ProviderSubscription): boolean {
  return status === 'active' || status === 'past_due' || (status === 'trialing' && !hasPendingSetup);
}

/** What the provider's truth about one customer means; undefined when there never was a subscription. */
export function standingOf(facts: Facts): Standing | undefined {
  const chosen = chooseSubscription(facts);
  if (chosen === undefined) return undefined;
  const before = facts.before?.subscriptionId === chosen.id ? facts.before : undefined;
  const bills = facts.openInvoices
    .filter(({ subscriptionId }) => subscriptionId === chosen.id)
    .sort((a, b) => a.createdAt - b.createdAt);
  const pastDueSince = chosen.status === 'past_due' ? firstFailure(chosen, bills, before) : null;
  const isSuspended = facts.suspended.has(chosen.id);
  const isOwed = chosen.status === 'past_due' || chosen.status === 'unpaid' || chosen.pendingPriceId !== null;
  return {
    subscriptionId: chosen.id,
    status: chosen.status,
    priceId: chosen.priceId,
    ...plansOf(chosen, facts, before),
    currentPeriodEnd: chosen.periodEnd,
    endsAt: chosen.endsAt,
    pastDueSince,
    isSuspended,
    isEntitled: opensAccess(chosen) && !isSuspended,
    entitledUntil: earliest(chosen.endsAt, pastDueSince === null ? null : pastDueSince + GRACE_SECONDS),
    openInvoiceId: isOwed ? (bills.at(-1)?.id ?? null) : null,
    hasPendingUpdate: chosen.pendingPriceId !== null,
  };
}

/**
 * The plan by the price on the item, never by what a browser said. After a planned downgrade the item has the next
 * price already; what this period was paid for is noted beside it, and the note holds for this period only.
 */
function plansOf(
  chosen: ProviderSubscription,
  { tierOfPrice }: Facts,
  before: Remembered | undefined,
): { tier: PlanTier; nextTier: PlanTier | null } {
  // A price nobody told us of (syncing says so in the log): what was bought is kept.
  const tier = tierOfPrice(chosen.priceId) ?? before?.tier ?? PLAN_TIERS[0];
  const paid = paidPlan(chosen, tierOfPrice);
  if (paid !== undefined && tierRank(paid) > tierRank(tier)) return { tier: paid, nextTier: tier };
  return { tier, nextTier: null };
}

function paidPlan(
  { metadata, periodEnd }: ProviderSubscription,
  tierOfPrice: Facts['tierOfPrice'],
): PlanTier | undefined {
  return metadata[PAID_UNTIL] === String(periodEnd) ? tierOfPrice(metadata[PAID_PRICE] ?? '') : undefined;
}

/**
 * Since when it is overdue. Collecting begins when an invoice is made final, so the oldest open one says it, also
 * after notes were lost; what we knew earlier counts when that invoice is gone.
 */
function firstFailure(
  chosen: ProviderSubscription,
  bills: readonly ProviderInvoice[],
  before: Remembered | undefined,
): number {
  const [oldest] = bills;
  const told = oldest && (oldest.finalizedAt ?? oldest.createdAt);
  return earliest(told ?? null, before?.pastDueSince ?? null) ?? chosen.periodStart;
}

function earliest(...moments: (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}
