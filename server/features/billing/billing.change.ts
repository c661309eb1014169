import type { ChangePreview, Payment, PlanTier } from '#contract/billing.ts';
import { tierRank } from '#contract/tiers.ts';
import { HttpProblem } from '#server/core/http/problems.ts';
import { isLive, PAID_PRICE, PAID_UNTIL, type Standing } from './billing.entitlement.ts';
import { type Payments, requirePlanForSale } from './billing.payments.ts';
import { conflict, disputed, noSubscription, nothingDue } from './billing.problems.ts';
import type { ProviderSubscription } from './billing.provider.ts';
import { findPayment, voidUnpaid } from './billing.purchase.ts';
import { findCustomerId } from './billing.queries.ts';
import { CURRENCY } from './billing.stripe.ts';
import { type Locked, syncLocked } from './billing.sync.ts';

/** How long an amount that was shown can be paid. Seconds, by the provider's clock. */
const PREVIEW_AGE = 3600;

interface Current extends Locked {
  subscription: ProviderSubscription;
  standing: Standing;
}

/**
 * Does something with the member's own subscription, read just now.
 * @throws HttpProblem 400 when there is none that goes on
 */
async function withSubscription<Result>(
  payments: Payments,
  memberId: string,
  work: (current: Current) => Promise<Result>,
): Promise<Result> {
  return await payments.locks.run(memberId, async (db) => {
    // By the session's member alone: no id of a browser's leads here.
    const customerId = await findCustomerId(db, memberId);
    if (customerId === undefined) throw noSubscription();
    const locked = { payments, db, memberId, customerId };
    const { chosen, standing } = await syncLocked(locked);
    if (chosen === undefined || standing === undefined || !isLive(chosen)) throw noSubscription();
    return await work({ ...locked, subscription: chosen, standing });
  });
}

/** As withSubscription, for what changes it: the change is read back and written before anybody else looks. */
function changingSubscription<Result>(
  payments: Payments,
  memberId: string,
  work: (current: Current) => Promise<Result>,
): Promise<Result> {
  return withSubscription(payments, memberId, async (current) => {
    const result = await work(current);
    await syncLocked(current);
    return result;
  });
}

/** Ends with the period. What else was under way or planned is taken back: nothing of it will be paid. */
export async function cancel(payments: Payments, memberId: string): Promise<void> {
  await changingSubscription(payments, memberId, async (current) => {
    const { subscription, standing } = current;
    if (subscription.endsAt !== null) return;
    if (subscription.pendingPriceId !== null) await discardUpgrade(current);
    // The end first: should the other fail, nothing more is charged all the same.
    await payments.provider.subscriptions.endWithPeriod(subscription.id);
    if (standing.nextTier !== null) await keepPaidPrice(current).catch(passRenewed);
  });
}

/** Renewed meanwhile at the lesser price there is no downgrade to take back: it ends with that period. */
function passRenewed(error: unknown): void {
  if (!(error instanceof HttpProblem) || error.status !== 409) throw error;
}

/** Takes back an end; without one, an upgrade that waits for its payment; without one, a planned downgrade. */
export async function resume(payments: Payments, memberId: string): Promise<void> {
  await changingSubscription(payments, memberId, async (current) => {
    const { subscription, standing } = current;
    if (subscription.endsAt !== null) await goOn(current);
    else if (subscription.pendingPriceId !== null) await discardUpgrade(current);
    else if (standing.nextTier !== null) await keepPaidPrice(current);
  });
}

/** Ended here and on the provider's pages too, both forms of an end are set. */
async function goOn(current: Current): Promise<void> {
  const { provider } = current.payments;
  await provider.subscriptions.goOn(current.subscription);
  const { subscriptions } = await syncLocked(current);
  const again = subscriptions.find(({ id }) => id === current.subscription.id);
  if (again !== undefined && again.endsAt !== null) await provider.subscriptions.goOn(again);
}

/** @throws HttpProblem 400 when nothing is due */
export async function findDuePayment(payments: Payments, memberId: string): Promise<Payment> {
  return await withSubscription(payments, memberId, async ({ standing }) => {
    if (standing.isSuspended) throw disputed();
    const payment =
      standing.openInvoiceId === null ? undefined : await findPayment(payments, standing.openInvoiceId);
    if (payment === undefined) throw nothingDue();
    return payment;
  });
}

/** What changing would cost and when it happens. */
export async function previewPlan(
  payments: Payments,
  memberId: string,
  priceId: string,
): Promise<ChangePreview> {
  const plan = await requirePlanForSale(payments, priceId);
  return await withSubscription(payments, memberId, async (current) => {
    const kind = requireChange(current, plan);
    return kind === 'upgrade'
      ? await previewUpgrade(current, priceId, plan)
      : previewLater(current, plan, kind);
  });
}

function previewLater(
  { subscription, standing }: Current,
  plan: PlanTier,
  kind: 'downgrade' | 'stay',
): ChangePreview {
  const now = Math.floor(Date.now() / 1000);
  return {
    // Staying on what is paid already is an upgrade from what was planned.
    kind: kind === 'stay' ? 'upgrade' : 'downgrade',
    plan,
    amountDueCents: 0,
    currency: CURRENCY,
    effectiveAt: kind === 'stay' ? now : standing.currentPeriodEnd,
    prorationDate: Math.max(now, subscription.periodStart),
  };
}

async function previewUpgrade(
  { payments, customerId, subscription }: Current,
  priceId: string,
  plan: PlanTier,
): Promise<ChangePreview> {
  const preview = await payments.provider.subscriptions.previewUpgrade(customerId, subscription, priceId);
  return { kind: 'upgrade', plan, effectiveAt: preview.prorationDate, ...preview };
}

/**
 * Upgrades are paid and open now, downgrades with the end of what is paid (DECISIONS 44).
 * @param prorationDate of the preview, so that the amount is the one shown
 * @returns the payment to confirm, when the kept card was refused or its bank asks; the old plan stays until then
 */
export async function changePlan(
  payments: Payments,
  memberId: string,
  { priceId, prorationDate }: { priceId: string; prorationDate: number | undefined },
): Promise<Payment | null> {
  const plan = await requirePlanForSale(payments, priceId);
  return await changingSubscription(payments, memberId, async (current) => {
    const { subscription, standing } = current;
    if (standing.isSuspended) throw disputed();
    if (subscription.pendingPriceId === priceId && standing.openInvoiceId !== null) {
      return (await findPayment(payments, standing.openInvoiceId)) ?? null;
    }
    const kind = requireChange(current, plan);
    if (kind === 'stay') await keepPaidPrice(current);
    else if (kind === 'downgrade') {
      await setNextPrice(current, priceId, {
        [PAID_PRICE]: paidPriceOf(subscription, standing),
        [PAID_UNTIL]: String(subscription.periodEnd),
      });
    } else return await upgrade(current, priceId, prorationDate);
    return null;
  });
}

async function upgrade(
  { payments, customerId, subscription }: Current,
  priceId: string,
  prorationDate: number | undefined,
): Promise<Payment | null> {
  const { subscriptions } = payments.provider;
  if (prorationDate !== undefined) {
    // Else a date near the end of the period would buy the rest of it for nothing.
    const { prorationDate: now } = await subscriptions.previewUpgrade(customerId, subscription, priceId);
    if (prorationDate > now || prorationDate < Math.max(now - PREVIEW_AGE, subscription.periodStart)) {
      throw conflict(
        'preview_expired',
        'The amount has changed since it was shown. Please look at it again.',
      );
    }
  }
  const changed = await subscriptions.upgrade(subscription, priceId, prorationDate);
  if (changed.pendingPriceId === null || changed.latestInvoiceId === null) return null;
  return (await findPayment(payments, changed.latestInvoiceId)) ?? null;
}

/**
 * Whether the plan can be changed to this one now, and how. `stay`: it is the one paid for, and a change away from it
 * is planned.
 * @throws HttpProblem 409 otherwise
 */
function requireChange(
  { subscription, standing }: Current,
  plan: PlanTier,
): 'upgrade' | 'downgrade' | 'stay' {
  if (standing.isSuspended) throw disputed();
  const isRunning = subscription.status === 'active' || subscription.status === 'trialing';
  // What opens nothing now would cost more and open nothing.
  if (!isRunning || !standing.isEntitled) {
    throw conflict('earlier_payment_unsettled', 'Your subscription is not paid. Pay what is due first.');
  }
  if (subscription.endsAt !== null) {
    throw conflict('change_planned', 'Your subscription is set to end. Resume it first.');
  }
  if (subscription.pendingPriceId !== null) {
    throw conflict('purchase_in_progress', 'An upgrade waits for its payment. Pay it or take it back first.');
  }
  if (plan === standing.tier) {
    if (standing.nextTier !== null) return 'stay';
    throw conflict('already_subscribed', 'You have this plan already.');
  }
  if (plan === standing.nextTier) throw conflict('already_subscribed', 'This change is planned already.');
  if (tierRank(plan) < tierRank(standing.tier)) return 'downgrade';
  // The difference would be reckoned from the cheaper plan, and the member pay twice for this period.
  if (standing.nextTier !== null) {
    throw conflict('change_planned', 'A change to another plan is planned. Take it back first.');
  }
  return 'upgrade';
}

/** Takes a planned downgrade back. */
async function keepPaidPrice(current: Current): Promise<void> {
  // Empty takes a note away.
  const notes = { [PAID_PRICE]: '', [PAID_UNTIL]: '' };
  await setNextPrice(current, paidPriceOf(current.subscription, current.standing), notes);
}

/**
 * Another price from the next period on. The provider renews whenever it is time, so also between our look and this:
 * then the new period was charged at the old price, and the change would come a month too late, with notes about a
 * period that is over.
 * @throws HttpProblem 409 when it was renewed meanwhile; it is as it was then
 */
async function setNextPrice(
  current: Current,
  priceId: string,
  notes: Readonly<Record<string, string>>,
): Promise<void> {
  const { payments, memberId, subscription } = current;
  const { subscriptions } = payments.provider;
  const changed = await subscriptions.setNextPrice(subscription, priceId, notes);
  if (changed.periodEnd === subscription.periodEnd) return;
  const before = Object.keys(notes).map((name) => [name, subscription.metadata[name] ?? '']);
  try {
    await subscriptions.setNextPrice(changed, subscription.priceId, Object.fromEntries(before));
  } catch (error) {
    const fields = { memberId, subscription: subscription.id, priceId: subscription.priceId };
    payments.log.error(
      fields,
      'a change met a renewal: the price that was charged has to be put back by hand',
    );
    throw error;
  }
  await syncLocked(current);
  throw conflict(
    'preview_expired',
    'Your subscription was renewed at this very moment. Please look at it again.',
  );
}

function paidPriceOf(subscription: ProviderSubscription, standing: Standing): string {
  const noted = standing.nextTier === null ? undefined : subscription.metadata[PAID_PRICE];
  return noted ?? subscription.priceId;
}

/** Takes an upgrade back that waits for its payment: the provider discards it with its invoice. */
async function discardUpgrade(current: Current): Promise<void> {
  if (current.standing.openInvoiceId !== null) await voidUnpaid(current, current.standing.openInvoiceId);
}
