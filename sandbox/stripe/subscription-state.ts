// What becomes of a subscription when its invoice is paid, refused or given up.
import type { Account } from './account.ts';
import { DAY } from './calendar.ts';
import {
  invoicesOf,
  openInvoice,
  paymentOf,
  stopCollecting,
  subscriptionOf,
  voidInvoice,
} from './invoices.ts';
import type { Invoice, Subscription } from './records.ts';

/** How Stripe collects a renewal. */
const RETRY_DAYS = [3, 5, 7];

export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** What is paid by the customer's credit alone is paid at once. */
export function finalizeInvoice(account: Account, invoice: Invoice): void {
  openInvoice(account, invoice);
  if (invoice.amount_due === 0) markPaid(account, invoice);
}

/** @param card what it was paid with; none when nothing was due */
export function markPaid(account: Account, invoice: Invoice, card: string | null = null): void {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  if (card) invoice.attempt_count += 1;
  stopCollecting(invoice);
  invoice.status_transitions.paid_at = account.now();
  const payment = paymentOf(account, invoice);
  if (payment) Object.assign(payment, { status: 'paid', amount_paid: invoice.amount_due });
  account.emit('invoice.paid', invoice);
  const subscription = subscriptionOf(account, invoice);
  // Money for a subscription that has ended changes nothing: it stays ended.
  if (subscription && !hasEnded(subscription)) afterPayment(account, subscription, invoice, card);
}

function afterPayment(
  account: Account,
  subscription: Subscription,
  invoice: Invoice,
  card: string | null,
): void {
  const { pending_update: update, status, items, billing_cycle_anchor: anchor } = subscription;
  const isUpdate = account.internals.invoiceOfUpdate[subscription.id] === invoice.id;
  const isCardKept = subscription.payment_settings.save_default_payment_method === 'on_subscription';
  const isOverdue = status === 'past_due' || status === 'unpaid';
  account.change(subscription, {
    ...(card && isCardKept ? { default_payment_method: card } : {}),
    ...(isUpdate && update
      ? {
          items: { ...items, data: update.subscription_items },
          billing_cycle_anchor: update.billing_cycle_anchor ?? anchor,
          pending_update: null,
        }
      : {}),
    // The latest invoice alone decides: older ones may stay open.
    ...(status === 'incomplete' || (isOverdue && subscription.latest_invoice === invoice.id)
      ? { status: 'active' }
      : {}),
  });
  if (isUpdate) {
    delete account.internals.invoiceOfUpdate[subscription.id];
    account.emit('customer.subscription.pending_update_applied', subscription);
  }
}

/** @param isAutomatic without the owner: the account's retries follow, and the subscription is overdue */
export function recordFailedAttempt(account: Account, invoice: Invoice, isAutomatic: boolean): void {
  invoice.attempt_count += 1;
  const { automaticAttempts } = account.internals;
  const attempts = (automaticAttempts[invoice.id] ?? 0) + (isAutomatic ? 1 : 0);
  automaticAttempts[invoice.id] = attempts;
  const days = RETRY_DAYS[attempts - 1];
  if (isAutomatic) invoice.next_payment_attempt = days === undefined ? null : account.now() + days * DAY;
  account.emit('invoice.payment_failed', invoice);
  const subscription = subscriptionOf(account, invoice);
  if (!isAutomatic || !subscription || hasEnded(subscription) || subscription.status === 'incomplete') return;
  if (subscription.status === 'active') account.change(subscription, { status: 'past_due' });
  if (days === undefined) giveUp(account, subscription, invoice);
}

function giveUp(account: Account, subscription: Subscription, invoice: Invoice): void {
  const { afterRetries } = account;
  stopCollecting(invoice);
  if (afterRetries === 'canceled') endSubscription(account, subscription);
  else account.change(subscription, { status: afterRetries });
}

/** Ends it now. Its open invoice stays payable, only without automatic attempts; a draft goes its way. */
export function endSubscription(account: Account, subscription: Subscription): void {
  voidUpdate(account, subscription);
  subscription.pending_update = null;
  for (const invoice of invoicesOf(account, subscription)) {
    if (invoice.status === 'open') stopCollecting(invoice);
  }
  // Whether Stripe makes `canceled` of an incomplete one is not documented.
  subscription.status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
  subscription.canceled_at ??= account.now();
  subscription.cancel_at_period_end = false;
  account.emit('customer.subscription.deleted', subscription);
}

/** The change can no longer be paid for. */
function voidUpdate(account: Account, subscription: Subscription): void {
  const { invoiceOfUpdate } = account.internals;
  const invoice = account.tables.invoices.find(invoiceOfUpdate[subscription.id]);
  delete invoiceOfUpdate[subscription.id];
  if (invoice?.status === 'open') voidInvoice(account, invoice);
}

/** `invoices.voidInvoice`: a change that waits for this payment goes with it. */
export function voidInvoiceAndUpdate(account: Account, invoice: Invoice): Invoice {
  voidInvoice(account, invoice);
  const subscription = subscriptionOf(account, invoice);
  if (subscription && account.internals.invoiceOfUpdate[subscription.id] === invoice.id) {
    expirePendingUpdate(account, subscription);
  }
  return invoice;
}

export function expirePendingUpdate(account: Account, subscription: Subscription): void {
  voidUpdate(account, subscription);
  account.change(subscription, { pending_update: null });
  account.emit('customer.subscription.pending_update_expired', subscription);
}

/** @param at null undoes it */
export function scheduleEnd(
  account: Account,
  subscription: Subscription,
  at: number | null,
  isPeriodEnd: boolean,
): void {
  account.change(subscription, {
    cancel_at: at,
    cancel_at_period_end: isPeriodEnd,
    canceled_at: at === null ? null : account.now(),
  });
}
