// What happens by itself as time passes.
import { addPeriods, DAY, HOUR, periodEnd } from './calendar.ts';
import { draftInvoice, finalizeInvoice, invoicesOf, voidInvoice } from './invoices.ts';
import { collectAutomatically, keptCard } from './pay.ts';
import { periodLines } from './proration.ts';
import type { Invoice, Subscription } from './records.ts';
import { nextPhaseDue, startNextPhase } from './schedules.ts';
import { endSubscription, expirePendingUpdate, hasEnded } from './subscription-state.ts';
import { lastPeriodEnd } from './subscription-update.ts';
import type { World } from './world.ts';

/** A step that is to be taken at a moment, unix seconds. */
export interface DueStep {
  at: number;
  kind: string;
  subject: string;
  run: () => void;
}

const INCOMPLETE_SECONDS = 23 * HOUR;
const ANNOUNCED_BEFORE = 3 * DAY;
const BILLED = ['active', 'past_due', 'unpaid'];

/** Everything that will happen to the customers of a clock, or of none; earliest first. */
export function dueSteps(world: World, clock: string | null): DueStep[] {
  const { subscriptions, invoices } = world.store.tables;
  const live = subscriptions.where((found) => found.test_clock === clock && !hasEnded(found));
  const steps = [
    ...live.flatMap((subscription) => subscriptionSteps(world, subscription)),
    ...invoices
      .where((found) => found.test_clock === clock)
      .flatMap((invoice) => invoiceSteps(world, invoice)),
  ];
  // Of two at the same moment the earlier in this file's order comes first: an end before a renewal.
  return steps.sort((a, b) => a.at - b.at);
}

function subscriptionSteps(world: World, subscription: Subscription): DueStep[] {
  const { id, status, cancel_at, pending_update, trial_end } = subscription;
  const steps: DueStep[] = [];
  const add = (kind: string, at: number | null | undefined, run: () => void) => {
    if (at !== null && at !== undefined) steps.push({ at, kind, subject: id, run });
  };
  if (status === 'incomplete') {
    add('expire', subscription.created + INCOMPLETE_SECONDS, () => expireIncomplete(world, subscription));
    return steps;
  }
  add('pending update', pending_update?.expires_at, () => expirePendingUpdate(world, subscription));
  add('end', cancel_at, () => endSubscription(world, subscription, 'cancellation_requested'));
  if (status === 'trialing' && trial_end !== null) {
    if (!world.store.hidden.announcedTrials[id]) {
      add('trial ends soon', Math.max(subscription.created, trial_end - ANNOUNCED_BEFORE), () =>
        announceTrialEnd(world, subscription),
      );
    }
    add('trial end', trial_end, () => endTrial(world, subscription));
  }
  add('phase', nextPhaseDue(world, subscription), () => startNextPhase(world, subscription));
  if (BILLED.includes(status)) add('renewal', lastPeriodEnd(subscription), () => renew(world, subscription));
  return steps;
}

function invoiceSteps(world: World, invoice: Invoice): DueStep[] {
  const step = (kind: string, at: number, run: () => void) => [{ at, kind, subject: invoice.id, run }];
  if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null) {
    return step('finalize', invoice.automatically_finalizes_at, () => {
      finalizeInvoice(world, invoice);
      collectAutomatically(world, invoice);
    });
  }
  if (invoice.status === 'open' && invoice.auto_advance && invoice.next_payment_attempt !== null) {
    return step('attempt', invoice.next_payment_attempt, () => void collectAutomatically(world, invoice));
  }
  return [];
}

function expireIncomplete(world: World, subscription: Subscription): void {
  for (const invoice of invoicesOf(world, subscription)) {
    if (invoice.status === 'open') voidInvoice(world, invoice);
  }
  world.change(subscription, 'customer.subscription.updated', (changed) => {
    changed.status = 'incomplete_expired';
    changed.ended_at = world.now(changed.test_clock);
  });
}

function announceTrialEnd(world: World, subscription: Subscription): void {
  world.store.hidden.announcedTrials[subscription.id] = true;
  world.emit('customer.subscription.trial_will_end', subscription);
}

function endTrial(world: World, subscription: Subscription): void {
  const [invoice] = invoicesOf(world, subscription);
  const isCardKept = invoice !== undefined && keptCard(world, invoice) !== undefined;
  const missing = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (!isCardKept && missing === 'cancel') endSubscription(world, subscription, 'payment_failed');
  else if (!isCardKept && missing === 'pause') {
    subscription.status = 'paused';
    subscription.status_details = {
      paused: {
        subscription: { type: 'trial_end_without_payment_method' },
        transitioned_at: world.now(subscription.test_clock),
        type: 'subscription',
      },
    };
    world.emit('customer.subscription.paused', subscription);
  } else beginPeriod(world, subscription, world.now(subscription.test_clock));
}

/** The period moves first, while the money is still to come: status stays as it was. */
function renew(world: World, subscription: Subscription): void {
  beginPeriod(world, subscription, lastPeriodEnd(subscription));
}

/** `subscriptions.resume`: a new period from now. */
export function resume(world: World, subscription: Subscription): void {
  const now = world.now(subscription.test_clock);
  subscription.billing_cycle_anchor = now;
  delete subscription.status_details;
  beginPeriod(world, subscription, now);
  world.emit('customer.subscription.resumed', subscription);
}

function beginPeriod(world: World, subscription: Subscription, start: number): void {
  const recurring = subscription.items.data[0]?.price.recurring;
  if (!recurring) throw new Error('A subscription has a recurring price.');
  const end = periodEnd(subscription.billing_cycle_anchor, recurring, start);
  world.change(subscription, 'customer.subscription.updated', (changed) => {
    for (const item of changed.items.data) {
      item.current_period_start = start;
      item.current_period_end = end;
    }
    if (changed.status === 'trialing' || changed.status === 'paused') changed.status = 'active';
  });
  const waiting = world.store.hidden.pendingLines[subscription.id] ?? [];
  delete world.store.hidden.pendingLines[subscription.id];
  const isUnpaid = subscription.status === 'unpaid';
  const invoice = draftInvoice(
    world,
    {
      subscription,
      reason: 'subscription_cycle',
      lines: [...waiting, ...periodLines(world, subscription.id, subscription.items.data, { start, end })],
      // An invoice is named after the period that has passed, its lines after the one that comes.
      period: { start: addPeriods(start, recurring, -1), end: start },
    },
    isUnpaid ? null : world.now(subscription.test_clock) + world.account.draftSeconds,
  );
  if (isUnpaid) invoice.auto_advance = false;
}
