// What happens by itself as time passes.
import type { Account } from './account.ts';
import { HOUR, periodEnd } from './calendar.ts';
import { refused } from './errors.ts';
import { itemOf, periodLine } from './invoice-lines.ts';
import { billTo, draftInvoice, invoicesOf, openInvoice, voidInvoice } from './invoices.ts';
import { collectAutomatically } from './pay-invoice.ts';
import type { Invoice, Subscription } from './records.ts';
import { endSubscription, expirePendingUpdate, hasEnded } from './subscription-state.ts';

export interface DueStep {
  /** Unix seconds. */
  at: number;
  kind: 'expire' | 'pending update' | 'end' | 'unpause' | 'renewal' | 'finalize' | 'attempt';
  customer: string;
  run: () => void;
}

const INCOMPLETE_SECONDS = 23 * HOUR;
/** How long a renewal's invoice stays a draft. */
const DRAFT_SECONDS = HOUR;
const MAX_STEPS = 20_000;

/** Everything that will happen, earliest first. */
function dueSteps(account: Account): DueStep[] {
  const { subscriptions, invoices } = account.tables;
  const steps = [
    ...subscriptions.all().flatMap((subscription) => subscriptionSteps(account, subscription)),
    ...invoices.all().flatMap((invoice) => invoiceSteps(account, invoice)),
  ];
  // Of two at the same time the earlier in this file's order comes first: an end before a renewal.
  return steps.sort((a, b) => a.at - b.at);
}

/** Takes every step due up to that time, in order, each at its own time. @returns how many */
export function runUntil(account: Account, time: number): number {
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const next = dueSteps(account)[0];
    if (!next || next.at > time) return steps;
    account.at(next.at, next.run);
  }
  throw new Error('Too many steps are due at one time.');
}

/** Moves the clock. @returns how many steps were taken */
export function advanceTo(account: Account, time: number): number {
  const now = account.now();
  if (time < now) throw refused(`The clock only moves forward: it is ${now} now.`, { param: 'to' });
  const steps = runUntil(account, time);
  account.offset += time - now;
  return steps;
}

/** When the next step of this kind is over: a renewal includes the hour its invoice is a draft. */
export function timeAfterNext(account: Account, kind?: string, customer?: string): number {
  const step = dueSteps(account).find(
    (one) => (!kind || one.kind === kind) && (!customer || one.customer === customer),
  );
  if (!step) throw refused(`Nothing of the kind is due: ${kind ?? 'anything'}.`, { param: 'until' });
  return Math.max(step.kind === 'renewal' ? step.at + DRAFT_SECONDS + 60 : step.at, account.now());
}

function subscriptionSteps(account: Account, subscription: Subscription): DueStep[] {
  if (hasEnded(subscription)) return [];
  const { status, customer, cancel_at, pending_update, created } = subscription;
  const steps: DueStep[] = [];
  const add = (kind: DueStep['kind'], at: number | null | undefined, run: () => void) => {
    if (at !== null && at !== undefined) steps.push({ at, kind, customer, run });
  };
  if (status === 'incomplete') {
    add('expire', created + INCOMPLETE_SECONDS, () => expireIncomplete(account, subscription));
    return steps;
  }
  add('pending update', pending_update?.expires_at, () => expirePendingUpdate(account, subscription));
  add('end', cancel_at, () => endSubscription(account, subscription));
  // Bills are collected again; the next one is that of the next period.
  add('unpause', subscription.pause_collection?.resumes_at, () =>
    account.change(subscription, { pause_collection: null }),
  );
  if (status === 'active' || status === 'past_due' || status === 'unpaid') {
    add('renewal', itemOf(subscription).current_period_end, () => renew(account, subscription));
  }
  return steps;
}

function invoiceSteps(account: Account, invoice: Invoice): DueStep[] {
  const { status, customer, automatically_finalizes_at: finalizesAt, next_payment_attempt: next } = invoice;
  const run = () => collectAutomatically(account, invoice);
  if (status === 'draft' && finalizesAt !== null)
    return [{ at: finalizesAt, kind: 'finalize', customer, run }];
  if (status === 'open' && next !== null) return [{ at: next, kind: 'attempt', customer, run }];
  return [];
}

function expireIncomplete(account: Account, subscription: Subscription): void {
  for (const invoice of invoicesOf(account, subscription)) {
    if (invoice.status === 'open') voidInvoice(account, invoice);
  }
  account.change(subscription, { status: 'incomplete_expired' });
}

/** The period moves first, while the money is still to come: status stays as it was. */
function renew(account: Account, subscription: Subscription): void {
  const old = itemOf(subscription);
  const start = old.current_period_end;
  const end = periodEnd(subscription.billing_cycle_anchor, start);
  const item = { ...old, current_period_start: start, current_period_end: end };
  account.change(subscription, { items: { ...subscription.items, data: [item] } });
  const isUnpaid = subscription.status === 'unpaid';
  const lines = [periodLine(account, item, { start, end })];
  const invoice = draftInvoice(
    account,
    { ...billTo(subscription), reason: 'subscription_cycle', lines },
    isUnpaid ? null : account.now() + DRAFT_SECONDS,
  );
  invoice.auto_advance = !isUnpaid;
  if (!subscription.pause_collection) return;
  // Nobody owes it: made and voided at once.
  openInvoice(account, invoice);
  voidInvoice(account, invoice);
}
