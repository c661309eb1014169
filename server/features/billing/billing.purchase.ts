import { randomUUID } from 'node:crypto';
import type { Payment } from '#contract/billing.ts';
import { requireCustomer } from './billing.customers.ts';
import { isLive, isUnpaidBeginning } from './billing.entitlement.ts';
import { isAnswered } from './billing.keys.ts';
import { type Payments, requirePlanForSale } from './billing.payments.ts';
import { billingProblem, conflict, disputed, inProgress } from './billing.problems.ts';
import {
  isPayable,
  type ProviderInvoice,
  ProviderRefusal,
  type ProviderSubscription,
} from './billing.provider.ts';
import { type Locked, type Synced, syncLocked } from './billing.sync.ts';
import {
  addAttempt,
  closeAttempts,
  findOpenAttempt,
  setAttemptSubscription,
} from './billing-events.queries.ts';

/** The provider ends a beginning nobody paid after 23 hours, and forgets a key after 24. Seconds. */
const MOST_AGE = 22 * 60 * 60;

/** Without a secret nothing is due: what the provider owed the customer paid for it, and it is active. */
type Beginning = Omit<Payment, 'clientSecret'> & { clientSecret: string | null; subscriptionId: string };

/**
 * Begins a subscription, or goes on with the one begun for this price. Decided under the member's lock by what the
 * provider has: two tabs, a double click and a repeat after a lost answer end with one subscription.
 * @throws HttpProblem 400 unknown price, 409 with one of SUBSCRIPTION_CONFLICTS, 503
 */
export async function getOrCreateSubscription(
  payments: Payments,
  memberId: string,
  priceId: string,
): Promise<Beginning> {
  await requirePlanForSale(payments, priceId);
  return await payments.locks.run(memberId, async (db) => {
    const customerId = await requireCustomer(payments, db, memberId);
    const locked = { payments, db, memberId, customerId };
    const synced = await syncLocked(locked);
    refuseSecond(synced);
    const { subscriptions } = synced;
    const beginnings = subscriptions.filter(isUnpaidBeginning);
    const usable = await settleBeginnings(locked, beginnings, priceId);
    if (usable !== undefined) return usable;
    if (beginnings.length > 0) refuseSecond(await syncLocked(locked));
    const made = await create(locked, subscriptions, priceId);
    // Written at once, so that the status knows of it; and by then something may have been paid.
    const after = await syncLocked(locked);
    if (made.latestInvoiceId === null) throw noSecret();
    const invoice = await payments.provider.readInvoice(made.latestInvoiceId);
    if (after.chosen?.id === made.id && isLive(after.chosen) && invoice.amountDueCents === 0) {
      const { currency } = invoice;
      return { clientSecret: null, intent: 'payment', amountCents: 0, currency, subscriptionId: made.id };
    }
    refuseSecond(after);
    return toBeginning(made, invoice);
  });
}

/** @throws HttpProblem 409 beside a subscription that is paid, owed or paused (PAYMENTS trap 5) */
function refuseSecond({ subscriptions, standing }: Synced): void {
  const live = subscriptions.find(isLive);
  if (live === undefined) return;
  if (standing?.isSuspended) throw disputed();
  const isPaid = live.status === 'active' || live.status === 'trialing';
  throw conflict(
    'already_subscribed',
    isPaid
      ? 'You are subscribed already. Change your plan instead.'
      : `You have a subscription that is ${live.status.replaceAll('_', ' ')}. Settle it instead of beginning another.`,
  );
}

/**
 * What is left of earlier attempts: the newest for this price is gone on with, everything else is closed.
 * @returns the payment to go on with
 */
async function settleBeginnings(
  locked: Locked,
  beginnings: readonly ProviderSubscription[],
  priceId: string,
): Promise<Beginning | undefined> {
  let usable: Beginning | undefined;
  for (const one of beginnings.toSorted((a, b) => b.createdAt - a.createdAt)) {
    const isWanted = usable === undefined && one.priceId === priceId;
    const found = isWanted ? await findUsable(locked.payments, one) : undefined;
    if (found === undefined) await close(locked, one);
    else usable = found;
  }
  return usable;
}

async function findUsable(
  { provider }: Payments,
  beginning: ProviderSubscription,
): Promise<Beginning | undefined> {
  const isFresh = Date.now() / 1000 - beginning.createdAt < MOST_AGE;
  if (!isFresh || beginning.latestInvoiceId === null) return undefined;
  const invoice = await provider.readInvoice(beginning.latestInvoiceId);
  if (invoice.status !== 'open' || invoice.clientSecret === null) return undefined;
  const status = await provider.readPaymentStatus(invoice.id);
  if (status === 'processing') throw inProgress();
  return isPayable(status) ? toBeginning(beginning, invoice) : undefined;
}

/**
 * Closes a beginning nobody has paid, so that nobody can any more: an old tab still has its secret, and ending the
 * subscription alone leaves its invoice payable. The invoice goes first, because the provider refuses to void a paid
 * one: that is the guard, whatever happens between our reading and this.
 * @throws HttpProblem 409 when it was paid meanwhile (it is the purchase then) or cannot be closed
 */
async function close(locked: Locked, beginning: ProviderSubscription): Promise<void> {
  const { provider } = locked.payments;
  if (beginning.latestInvoiceId !== null) await voidUnpaid(locked, beginning.latestInvoiceId);
  try {
    await provider.subscriptions.end(beginning.id);
  } catch (error) {
    // It has ended by itself meanwhile; whether it truly has is looked at before anything new is made.
    if (!(error instanceof ProviderRefusal)) throw error;
  }
  await closeAttempts(locked.db, locked.memberId);
}

/** @throws HttpProblem 409 when the invoice cannot be taken back any more */
export async function voidUnpaid(locked: Locked, invoiceId: string): Promise<void> {
  const { provider } = locked.payments;
  const { status } = await provider.readInvoice(invoiceId);
  if (status === 'void') return;
  if (status !== 'paid') {
    if ((await provider.readPaymentStatus(invoiceId)) === 'processing') throw inProgress();
    try {
      await provider.voidInvoice(invoiceId);
      return;
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
    }
    const refused = await provider.readInvoice(invoiceId);
    if (refused.status === 'void') return;
    if (refused.status !== 'paid') {
      throw conflict(
        'earlier_payment_unsettled',
        'An earlier payment could not be taken back. Please try again in a few minutes.',
      );
    }
  }
  await syncLocked(locked);
  throw conflict('already_subscribed', 'An earlier payment went through: you are subscribed already.');
}

/**
 * One subscription an attempt: the attempt's id is the key, so that asking again after a lost answer gets the same
 * one. Once there was an answer, good or bad, the key is used up: the provider would repeat that answer for a day.
 */
async function create(
  locked: Locked,
  known: readonly ProviderSubscription[],
  priceId: string,
): Promise<ProviderSubscription> {
  const { payments, db, memberId, customerId } = locked;
  for (;;) {
    const attemptId = await openAttempt(locked, priceId);
    try {
      const made = await payments.provider.subscriptions.create(
        { customerId, memberId, priceId },
        `subscription-${attemptId}`,
      );
      // An answer of the past: what it tells of has ended.
      if (known.some(({ id }) => id === made.id)) {
        await closeAttempts(db, memberId);
        continue;
      }
      await setAttemptSubscription(db, attemptId, made.id);
      return made;
    } catch (error) {
      if (isAnswered(error)) await closeAttempts(db, memberId);
      throw error;
    }
  }
}

async function openAttempt({ db, memberId }: Locked, priceId: string): Promise<string> {
  const open = await findOpenAttempt(db, memberId);
  const isSame = open?.priceId === priceId && open.subscriptionId === null && open.ageSeconds < MOST_AGE;
  if (open !== undefined && isSame) return open.id;
  await closeAttempts(db, memberId);
  const id = randomUUID();
  await addAttempt(db, { id, memberId, priceId });
  return id;
}

function toBeginning(subscription: ProviderSubscription, invoice: ProviderInvoice): Beginning {
  return { ...toPayment(invoice), subscriptionId: subscription.id };
}

/** @throws HttpProblem 502 without a secret */
export function toPayment({ clientSecret, amountDueCents, currency }: ProviderInvoice): Payment {
  if (clientSecret === null) throw noSecret();
  return { clientSecret, intent: 'payment', amountCents: amountDueCents, currency };
}

/** The payment of an invoice that can be confirmed now. @throws HttpProblem 409 while a bank decides */
export async function findPayment({ provider }: Payments, invoiceId: string): Promise<Payment | undefined> {
  const invoice = await provider.readInvoice(invoiceId);
  if (invoice.status !== 'open') return undefined;
  const status = await provider.readPaymentStatus(invoiceId);
  if (status === 'processing') throw inProgress();
  return isPayable(status) ? toPayment(invoice) : undefined;
}

const noSecret = () =>
  billingProblem(502, 'No client secret returned from payment processor', 'no_client_secret');
