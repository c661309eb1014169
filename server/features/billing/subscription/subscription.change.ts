import type { ChangePreview, DuePayment, Payment, PlanTier } from '#contract/billing.ts';
import { tierRank } from '#contract/tiers.ts';
import { type PlanPrice, requirePlanForSale } from '../billing.prices.ts';
import { conflict, disputed, nothingDue } from '../billing.problems.ts';
import type { BillingServices } from '../billing.services.ts';
import { withNewDeadline } from '../provider/provider.deadline.ts';
import { ProviderRequestError } from '../provider/provider.errors.ts';
import { CURRENCY } from '../provider/provider.settings.ts';
import type { ProviderSubscription } from '../provider/provider.types.ts';
import {
  type LeasedSubscription,
  RECORDING_TIME,
  withSubscription,
  withSubscriptionToChange,
} from './subscription.current.ts';
import { setRetentionOfferTaken } from './subscription.customers.queries.ts';
import { monthlyCost } from './subscription.discounts.ts';
import { endNow, voidUnpaid } from './subscription.ending.ts';
import { findPayment, refuseIncluded } from './subscription.purchase.ts';
import {
  isOverdue,
  monthAfter,
  PAID_AMOUNT,
  PAID_PRICE,
  PAID_UNTIL,
  PAUSED_FROM,
  type SubscriptionState,
} from './subscription.state.ts';
import { syncCustomer } from './subscription.sync.ts';

/** How long a previewed amount can be charged. Seconds, by the provider's clock. */
const PREVIEW_AGE = 3600;

/**
 * Ends with the period; an overdue one at once, with its open bills (docs/decisions/0028-payment-edges.md). A pending upgrade is undone: it will not be charged. A planned downgrade stays planned: whoever
 * resumes must not be charged the higher price they had given up.
 */
export async function cancelPlan(billing: BillingServices, memberId: string): Promise<void> {
  await withSubscriptionToChange(billing, memberId, async (current) => {
    const { subscription, state } = current;
    // A month that is skipped was not paid for: there is nothing to keep until its end.
    if (isOverdue(subscription) || isInSkippedMonth(subscription, state))
      return await endNow(current, subscription.id);
    if (subscription.endsAt !== null) return;
    if (subscription.pendingPriceId !== null) await discardUpgrade(current);
    await billing.provider.subscriptions.endWithPeriod(subscription.id);
  });
}

const isInSkippedMonth = ({ periodStart }: ProviderSubscription, { pausedFrom }: SubscriptionState) =>
  pausedFrom !== null && pausedFrom <= periodStart;

/** Undoes a planned end; without one, a pending upgrade; a planned downgrade; a month that is to be skipped. */
export async function resumePlan(billing: BillingServices, memberId: string): Promise<void> {
  await withSubscriptionToChange(billing, memberId, async (current) => {
    const { subscription, state } = current;
    if (subscription.endsAt !== null) await undoCancel(current);
    else if (subscription.pendingPriceId !== null) await discardUpgrade(current);
    else if (state.nextTier !== null) await keepPaidPrice(current);
    else if (state.pausedFrom === subscription.periodEnd) await undoSkip(current);
  });
}

/** Before the month begins: afterwards there is none that was paid for. Nothing was taken then, and it is offered again. */
async function undoSkip({ billing, subscription, lease, memberId }: LeasedSubscription): Promise<void> {
  await billing.provider.subscriptions.skipInvoices(subscription.id, null, { [PAUSED_FROM]: '' });
  await lease.write((transaction) => setRetentionOfferTaken(transaction, memberId, false));
}

/** Canceled here and on the provider's pages, both forms of an end are set. */
async function undoCancel(current: LeasedSubscription): Promise<void> {
  const { provider } = current.billing;
  await provider.subscriptions.undoCancel(current.subscription);
  const { subscriptions } = await syncCustomer(current);
  const again = subscriptions.find(({ id }) => id === current.subscription.id);
  if (again !== undefined && again.endsAt !== null) await provider.subscriptions.undoCancel(again);
}

/** @throws HttpProblem 400 when nothing is due */
export async function findDuePayment(billing: BillingServices, memberId: string): Promise<DuePayment> {
  return await withSubscription(billing, memberId, async ({ state }) => {
    if (state.isSuspended) throw disputed();
    const payment =
      state.openInvoiceId === null ? undefined : await findPayment(billing, state.openInvoiceId);
    if (payment === undefined) throw nothingDue();
    return { ...payment, isAuthenticationNeeded: state.isAuthenticationNeeded };
  });
}

/** What a change costs and when it takes effect. */
export async function previewPlan(
  billing: BillingServices,
  memberId: string,
  priceId: string,
): Promise<ChangePreview> {
  const price = await requirePlanForSale(billing, priceId);
  return await withSubscription(billing, memberId, async (current) => {
    const kind = requireChange(current, price.plan);
    if (kind === 'restart') return await previewRestart(current, price.plan);
    if (kind !== 'upgrade') return previewLater(current, price, kind);
    await refuseIncluded(current, price.plan);
    return await previewUpgrade(current, price);
  });
}

function previewLater(
  { subscription, state }: LeasedSubscription,
  { plan, amountCents }: PlanPrice,
  kind: 'downgrade' | 'stay',
): ChangePreview {
  const now = Math.floor(Date.now() / 1000);
  return {
    // Staying on the paid plan is an upgrade compared to the planned one.
    kind: kind === 'stay' ? 'upgrade' : 'downgrade',
    plan,
    amountDueCents: 0,
    // Whoever stays keeps the price they have, which may be an older one.
    ...(kind === 'stay'
      ? { monthlyCents: state.amountCents, regularCents: null, discountEndsAt: null }
      : costFrom(subscription, amountCents, subscription.periodEnd)),
    tax: subscription.tax,
    currency: CURRENCY,
    effectiveAt: kind === 'stay' ? now : state.currentPeriodEnd,
    prorationDate: Math.max(now, subscription.periodStart),
  };
}

/** What a month costs from then on, with a discount that runs on. @param at unix seconds */
function costFrom({ discounts }: ProviderSubscription, amount: number, at: number) {
  const { amountCents: monthlyCents, ...discount } = monthlyCost(amount, discounts, at);
  return { monthlyCents, ...discount };
}

async function previewUpgrade(
  { billing, customerId, subscription }: LeasedSubscription,
  { priceId, plan, amountCents }: PlanPrice,
): Promise<ChangePreview> {
  const preview = await billing.provider.subscriptions.previewUpgrade(customerId, subscription, priceId);
  return {
    kind: 'upgrade',
    plan,
    effectiveAt: preview.prorationDate,
    ...costFrom(subscription, amountCents, subscription.periodEnd),
    tax: subscription.tax,
    ...preview,
  };
}

/**
 * Upgrades are charged and take effect now, downgrades at the end of the period.
 * @param prorationDate of the preview, so that the amount is the one shown
 * @returns the payment to confirm, when the stored card was declined or its bank asks; the old plan stays until then
 */
export async function changePlan(
  billing: BillingServices,
  memberId: string,
  { priceId, prorationDate }: { priceId: string; prorationDate: number | undefined },
): Promise<Payment | null> {
  const { plan } = await requirePlanForSale(billing, priceId);
  return await withSubscriptionToChange(billing, memberId, async (current) => {
    const { subscription, state } = current;
    if (state.isSuspended) throw disputed();
    if (subscription.pendingPriceId === priceId && state.openInvoiceId !== null) {
      return (await findPayment(billing, state.openInvoiceId)) ?? null;
    }
    const kind = requireChange(current, plan);
    if (kind === 'restart') return await restart(current);
    if (kind === 'stay') await keepPaidPrice(current);
    else if (kind === 'downgrade') {
      await setNextPrice(current, priceId, {
        [PAID_PRICE]: paidPriceOf(subscription, state),
        [PAID_UNTIL]: String(subscription.periodEnd),
        [PAID_AMOUNT]: String(state.amountCents),
      });
    } else {
      await refuseIncluded(current, plan);
      return await upgrade(current, priceId, prorationDate);
    }
    return null;
  });
}

async function upgrade(
  { billing, customerId, subscription }: LeasedSubscription,
  priceId: string,
  prorationDate: number | undefined,
): Promise<Payment | null> {
  const { subscriptions } = billing.provider;
  if (prorationDate !== undefined) {
    // Otherwise a date near the end of the period would buy the rest of it for nothing.
    const { prorationDate: now } = await subscriptions.previewUpgrade(customerId, subscription, priceId);
    if (prorationDate > now || prorationDate < Math.max(now - PREVIEW_AGE, subscription.periodStart)) {
      throw conflict('preview_expired', 'The amount has changed since we showed it. Please review it again.');
    }
  }
  return await paymentOfChange(billing, await subscriptions.upgrade(subscription, priceId, prorationDate));
}

/** A month of the member's own plan that begins now, at the price they have. */
async function previewRestart(
  { billing, customerId, subscription }: LeasedSubscription,
  plan: PlanTier,
): Promise<ChangePreview> {
  const now = Math.floor(Date.now() / 1000);
  const preview = await billing.provider.subscriptions.previewRestart(customerId, subscription);
  return {
    kind: 'restart',
    plan,
    effectiveAt: now,
    prorationDate: now,
    ...costFrom(subscription, subscription.amountCents, monthAfter(now)),
    tax: subscription.tax,
    ...preview,
  };
}

/**
 * Ends the skipped month. Its metadata stays until the new month is paid for, so nothing opens before; the provider
 * collects again from here on, as it would from the end of the skipped month.
 */
async function restart({ billing, subscription }: LeasedSubscription): Promise<Payment | null> {
  const { subscriptions } = billing.provider;
  await subscriptions.skipInvoices(subscription.id, null);
  return await paymentOfChange(billing, await subscriptions.restart(subscription));
}

/** What the browser has to confirm of a change that waits for its payment. */
async function paymentOfChange(
  billing: BillingServices,
  { pendingPriceId, latestInvoiceId }: ProviderSubscription,
): Promise<Payment | null> {
  if (pendingPriceId === null || latestInvoiceId === null) return null;
  return (await findPayment(billing, latestInvoiceId)) ?? null;
}

/**
 * Whether the plan can be changed to this one now, and how. `stay`: it is the paid one, and a change away from it is
 * planned.
 * @throws HttpProblem 409 otherwise
 */
function requireChange(
  { subscription, state }: LeasedSubscription,
  plan: PlanTier,
): 'upgrade' | 'downgrade' | 'stay' | 'restart' {
  if (state.isSuspended) throw disputed();
  const isRunning = subscription.status === 'active' || subscription.status === 'trialing';
  // A plan that opens nothing now would only cost more.
  if (!isRunning || !state.isEntitled) {
    throw conflict('earlier_payment_unsettled', 'Your subscription has an unpaid invoice. Pay it first.');
  }
  const isSkipped = isInSkippedMonth(subscription, state);
  if (
    isSkipped &&
    plan === state.tier &&
    subscription.endsAt === null &&
    subscription.pendingPriceId === null
  )
    return 'restart';
  if (state.pausedFrom !== null) {
    throw conflict('change_planned', 'Your plan is paused for a month, or set to be. Undo that first.');
  }
  if (subscription.endsAt !== null) {
    throw conflict('change_planned', 'Your subscription is set to end. Resume it first.');
  }
  if (subscription.pendingPriceId !== null) {
    throw conflict('purchase_in_progress', 'You have an unpaid upgrade. Pay it or undo it first.');
  }
  if (plan === state.tier) {
    if (state.nextTier !== null) return 'stay';
    throw conflict('already_subscribed', 'You already have this plan.');
  }
  if (plan === state.nextTier) throw conflict('already_subscribed', 'This change is already scheduled.');
  if (tierRank(plan) < tierRank(state.tier)) return 'downgrade';
  // The difference would be computed from the cheaper plan, and the member would pay twice for this period.
  if (state.nextTier !== null) {
    throw conflict('change_planned', 'You already have a plan change scheduled. Undo it first.');
  }
  return 'upgrade';
}

/** Undoes a planned downgrade. @throws HttpProblem 409 when the paid price was archived at the provider */
async function keepPaidPrice(current: LeasedSubscription): Promise<void> {
  const { billing, subscription, state } = current;
  // An empty value removes the key.
  const metadata = { [PAID_PRICE]: '', [PAID_UNTIL]: '', [PAID_AMOUNT]: '' };
  const priceId = paidPriceOf(subscription, state);
  await setNextPrice(current, priceId, metadata).catch((error: unknown) => {
    if (!(error instanceof ProviderRequestError)) throw error;
    billing.log.error({ priceId, code: error.code }, 'an older price cannot be used: make it active again');
    throw conflict('change_planned', 'Your earlier price cannot be restored right now. Please write to us.');
  });
}

/**
 * Another price from the next period on. The provider may renew between our reading and this: then the new period was
 * charged at the old price, and the change would come a month late, with metadata about a period that is over.
 * @throws HttpProblem 409 when it was renewed in the meantime; the change is undone then
 */
async function setNextPrice(
  current: LeasedSubscription,
  priceId: string,
  metadata: Readonly<Record<string, string>>,
): Promise<void> {
  const { billing, memberId, subscription } = current;
  const { subscriptions } = billing.provider;
  const changed = await subscriptions.setNextPrice(subscription, priceId, metadata);
  if (changed.periodEnd === subscription.periodEnd) return;
  const before = Object.keys(metadata).map((name) => [name, subscription.metadata[name] ?? '']);
  try {
    await withNewDeadline(RECORDING_TIME, () =>
      subscriptions.setNextPrice(changed, subscription.priceId, Object.fromEntries(before)),
    );
  } catch (error) {
    const fields = { memberId, subscription: subscription.id, priceId: subscription.priceId };
    billing.log.error(fields, 'a change and a renewal met: restore the charged price by hand');
    throw error;
  }
  await syncCustomer(current);
  throw conflict('preview_expired', 'Your subscription just renewed. Please review the change again.');
}

function paidPriceOf(subscription: ProviderSubscription, state: SubscriptionState): string {
  const paid = state.nextTier === null ? undefined : subscription.metadata[PAID_PRICE];
  return paid ?? subscription.priceId;
}

/** Undoes a pending upgrade: the provider discards it with its invoice. */
async function discardUpgrade(current: LeasedSubscription): Promise<void> {
  if (current.state.openInvoiceId !== null) await voidUnpaid(current, current.state.openInvoiceId);
}
