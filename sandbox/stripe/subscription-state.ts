// What becomes of a subscription when its invoice is paid, refused or given up.
import { DAY } from './calendar.ts';
import { invoicesOf, stopCollecting, subscriptionOf, voidInvoice } from './invoices.ts';
import type { Invoice, PaymentMethod, Subscription } from './records.ts';
import { cancelScheduleOf } from './schedules.ts';
import type { World } from './world.ts';

const ENDED = ['canceled', 'incomplete_expired'];

export function hasEnded(subscription: Subscription): boolean {
  return ENDED.includes(subscription.status);
}

/** @param method what it was paid with; undefined when nothing was due */
export function settleInvoice(world: World, invoice: Invoice, method: PaymentMethod | undefined): void {
  const now = world.nowFor(invoice.customer);
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  if (method) invoice.attempt_count += 1;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = now;
  for (const payment of world.store.tables.invoicePayments.where(({ invoice: id }) => id === invoice.id)) {
    payment.status = 'paid';
    payment.amount_paid = payment.amount_requested;
    payment.status_transitions.paid_at = now;
    world.emit('invoice_payment.paid', payment);
  }
  world.emit('invoice.paid', invoice);
  world.emit('invoice.payment_succeeded', invoice);
  const subscription = subscriptionOf(world, invoice);
  // Money for what has ended changes nothing: it stays ended.
  if (subscription && !hasEnded(subscription)) afterPayment(world, subscription, invoice, method);
}

function afterPayment(
  world: World,
  subscription: Subscription,
  invoice: Invoice,
  method: PaymentMethod | undefined,
): void {
  const isUpdate = world.store.hidden.invoiceOfUpdate[subscription.id] === invoice.id;
  world.change(subscription, 'customer.subscription.updated', (changed) => {
    if (method && changed.payment_settings?.save_default_payment_method === 'on_subscription') {
      changed.default_payment_method = method.id;
    }
    if (isUpdate && changed.pending_update) {
      changed.items.data = changed.pending_update.subscription_items;
      changed.billing_cycle_anchor =
        changed.pending_update.billing_cycle_anchor ?? changed.billing_cycle_anchor;
      changed.pending_update = null;
    }
    if (changed.status === 'incomplete') changed.status = 'active';
    const isOverdue = changed.status === 'past_due' || changed.status === 'unpaid';
    if (isOverdue && !invoicesOf(world, changed).some(isUnpaid)) changed.status = 'active';
  });
  if (isUpdate) {
    delete world.store.hidden.invoiceOfUpdate[subscription.id];
    world.emit('customer.subscription.pending_update_applied', subscription);
  }
}

function isUnpaid(invoice: Invoice): boolean {
  return invoice.status === 'open' && invoice.attempted;
}

/** @param isAutomatic nobody was there: the account's retries follow, and the subscription is overdue */
export function noteFailedAttempt(
  world: World,
  invoice: Invoice,
  { isAutomatic, needsAction }: { isAutomatic: boolean; needsAction: boolean },
): void {
  invoice.attempted = true;
  invoice.attempt_count += 1;
  const subscription = subscriptionOf(world, invoice);
  const attempts = (world.store.hidden.automaticAttempts[invoice.id] ?? 0) + (isAutomatic ? 1 : 0);
  world.store.hidden.automaticAttempts[invoice.id] = attempts;
  const days = world.account.retryDays[attempts - 1];
  const isLast = isAutomatic && days === undefined;
  if (isAutomatic) {
    invoice.next_payment_attempt = days === undefined ? null : world.nowFor(invoice.customer) + days * DAY;
  }
  world.emit('invoice.payment_failed', invoice);
  if (needsAction) world.emit('invoice.payment_action_required', invoice);
  if (!isAutomatic || !subscription || hasEnded(subscription) || subscription.status === 'incomplete') return;
  world.change(subscription, 'customer.subscription.updated', (changed) => {
    if (changed.status === 'active' || changed.status === 'trialing') changed.status = 'past_due';
  });
  if (isLast) giveUp(world, subscription, invoice);
}

function giveUp(world: World, subscription: Subscription, invoice: Invoice): void {
  const { afterRetries } = world.account;
  stopCollecting(world, invoice);
  if (afterRetries === 'canceled') endSubscription(world, subscription, 'payment_failed');
  if (afterRetries === 'unpaid') {
    world.change(subscription, 'customer.subscription.updated', (changed) => {
      changed.status = 'unpaid';
    });
  }
}

/** Ends it now. Its open invoice stays payable, only nobody tries it any more. */
export function endSubscription(
  world: World,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' | 'payment_disputed',
): void {
  const now = world.now(subscription.test_clock);
  discardPendingUpdate(world, subscription);
  for (const invoice of invoicesOf(world, subscription)) {
    if (invoice.status === 'open' || invoice.status === 'draft') stopCollecting(world, invoice);
  }
  delete world.store.hidden.pendingLines[subscription.id];
  cancelScheduleOf(world, subscription);
  const wasIncomplete = subscription.status === 'incomplete';
  subscription.status = wasIncomplete ? world.account.cancelIncompleteAs : 'canceled';
  subscription.ended_at = now;
  subscription.canceled_at ??= now;
  subscription.cancel_at_period_end = false;
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: subscription.cancellation_details?.reason ?? reason,
  };
  world.emit('customer.subscription.deleted', subscription);
}

/** The change is not made, and can no longer be paid for. @returns whether there was one */
export function discardPendingUpdate(world: World, subscription: Subscription): boolean {
  if (!subscription.pending_update) return false;
  const invoice = world.store.tables.invoices.find(world.store.hidden.invoiceOfUpdate[subscription.id]);
  delete world.store.hidden.invoiceOfUpdate[subscription.id];
  subscription.pending_update = null;
  if (invoice?.status === 'open') voidInvoice(world, invoice);
  return true;
}

/** `invoices.void`, with what hangs on that payment. */
export function voidInvoiceByHand(world: World, invoice: Invoice): Invoice {
  voidInvoice(world, invoice);
  const subscription = subscriptionOf(world, invoice);
  if (subscription && world.store.hidden.invoiceOfUpdate[subscription.id] === invoice.id) {
    expirePendingUpdate(world, subscription);
  }
  return invoice;
}

export function expirePendingUpdate(world: World, subscription: Subscription): void {
  world.change(subscription, 'customer.subscription.updated', (changed) => {
    discardPendingUpdate(world, changed);
  });
  world.emit('customer.subscription.pending_update_expired', subscription);
}
