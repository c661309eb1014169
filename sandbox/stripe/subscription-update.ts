import { periodEnd } from './calendar.ts';
import { verdictOn } from './cards.ts';
import { requireMethodOf } from './customers.ts';
import { invalidParameter, refused, StripeError } from './errors.ts';
import type { Params } from './form.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { collectAutomatically, keptCard, payInvoice } from './pay.ts';
import { periodLines, prorationLines, unusedLines } from './proration.ts';
import type { Invoice, Item, Line, Subscription } from './records.ts';
import { readChangedItems } from './subscription-items.ts';
import { hasEnded, settleInvoice } from './subscription-state.ts';
import type { World } from './world.ts';

export const PRORATIONS = ['always_invoice', 'create_prorations', 'none'] as const;
const BEHAVIORS = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
] as const;
/** What can wait for a payment. Newer versions take more; who sends only these is right with all of them. */
const PENDING_PARAMETERS = ['items', 'payment_behavior', 'proration_behavior', 'proration_date', 'expand'];
const PENDING_SECONDS = 23 * 3600;

/** `subscriptions.update`. */
export function updateSubscription(world: World, subscription: Subscription, params: Params): Subscription {
  assertUpdatable(subscription, params);
  assertNotScheduled(subscription, params);
  const behavior = params.choice('payment_behavior', BEHAVIORS) ?? 'allow_incomplete';
  if (behavior === 'pending_if_incomplete') {
    const other = params.names().find((name) => !PENDING_PARAMETERS.includes(name));
    if (other)
      throw invalidParameter(other, `Parameter ${other} is not supported with pending_if_incomplete.`);
  }
  const method = params.text('default_payment_method');
  if (method) requireMethodOf(world, method, subscription.customer);
  const plan = params.has('items') ? planChange(world, subscription, params) : undefined;
  world.change(subscription, 'customer.subscription.updated', (changed) =>
    applyPlainFields(world, changed, params),
  );
  if (plan) applyChange(world, subscription, plan, behavior);
  return subscription;
}

function assertUpdatable(subscription: Subscription, params: Params): void {
  const plain = ['metadata', 'expand', 'cancellation_details'];
  const other = params.names().find((name) => !plain.includes(name));
  if (other && hasEnded(subscription)) {
    throw refused('A canceled subscription can only update its cancellation_details and metadata.', {
      param: other,
    });
  }
  if (other && other !== 'default_source' && subscription.status === 'incomplete') {
    throw refused('A subscription in `incomplete` can only have its metadata or default_source updated.', {
      param: other,
    });
  }
}

/** Its schedule says when it ends, and nobody else. */
function assertNotScheduled(subscription: Subscription, params: Params): void {
  const touched = ['cancel_at', 'cancel_at_period_end'].find((name) => params.has(name));
  if (!subscription.schedule || !touched) return;
  throw refused(
    `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    { param: touched },
  );
}

function applyPlainFields(world: World, subscription: Subscription, params: Params): void {
  const now = world.now(subscription.test_clock);
  subscription.metadata = params.metadata(subscription.metadata);
  if (params.has('description')) subscription.description = params.text('description') || null;
  if (params.has('default_payment_method')) {
    subscription.default_payment_method = params.text('default_payment_method') || null;
  }
  const settings = params.part('payment_settings');
  if (subscription.payment_settings && settings.has('save_default_payment_method')) {
    subscription.payment_settings.save_default_payment_method =
      settings.choice('save_default_payment_method', ['off', 'on_subscription']) ?? 'off';
  }
  if (params.has('trial_end')) subscription.trial_end = readTrialEnd(params, now);
  if (params.has('cancel_at')) scheduleEnd(subscription, readCancelAt(subscription, params), false, now);
  const atPeriodEnd = params.flag('cancel_at_period_end');
  if (atPeriodEnd === true) scheduleEnd(subscription, lastPeriodEnd(subscription), true, now);
  if (atPeriodEnd === false && subscription.cancel_at_period_end) scheduleEnd(subscription, null, false, now);
  const details = params.part('cancellation_details');
  if (subscription.cancellation_details && details.has('comment')) {
    subscription.cancellation_details.comment = details.text('comment') || null;
  }
}

/** @param at null takes it back */
export function scheduleEnd(
  subscription: Subscription,
  at: number | null,
  isPeriodEnd: boolean,
  now: number,
): void {
  subscription.cancel_at = at;
  subscription.cancel_at_period_end = isPeriodEnd;
  subscription.canceled_at = at === null ? null : now;
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: at === null ? null : 'cancellation_requested',
  };
}

function readCancelAt(subscription: Subscription, params: Params): number | null {
  const text = params.text('cancel_at');
  // A word freezes the moment it means today.
  if (text === 'min_period_end' || text === 'max_period_end') return lastPeriodEnd(subscription);
  return params.integer('cancel_at') ?? null;
}

function readTrialEnd(params: Params, now: number): number | null {
  return params.text('trial_end') === 'now' ? now : (params.integer('trial_end') ?? null);
}

export function lastPeriodEnd(subscription: Subscription): number {
  return Math.max(...subscription.items.data.map((item) => item.current_period_end));
}

/** What a change of items would bring; nothing is done yet. */
export interface PlanChange {
  items: Item[];
  lines: Line[];
  /** Billed right away instead of with the next invoice. */
  isBilledNow: boolean;
  /** The interval differs: a new period begins now. */
  anchor: number | undefined;
  prorationDate: number;
}

/** Reads `items`, `proration_behavior`, `proration_date` of an update or a preview. */
export function planChange(world: World, subscription: Subscription, params: Params): PlanChange {
  if (subscription.pending_update) {
    throw refused('This subscription has a pending update, which has to be paid or to expire first.');
  }
  const now = world.now(subscription.test_clock);
  const behavior = params.choice('proration_behavior', PRORATIONS) ?? 'create_prorations';
  const at = params.integer('proration_date') ?? now;
  const [old] = subscription.items.data;
  if (!old) throw new Error('A subscription has an item.');
  if (at < old.current_period_start || at > old.current_period_end) {
    throw invalidParameter('proration_date', 'The proration date must be within the current period.');
  }
  const items = readChangedItems(world, subscription, params, now);
  const change = { items, prorationDate: at, isBilledNow: behavior === 'always_invoice', anchor: undefined };
  const isTrial = subscription.status === 'trialing';
  if (isTrial) return { ...change, lines: [], isBilledNow: false };
  if (intervalOf(items) !== intervalOf(subscription.items.data)) {
    return newPeriodChange(world, subscription, change, behavior === 'none');
  }
  const lines = behavior === 'none' ? [] : prorationLines(world, subscription, items, at);
  return { ...change, lines, isBilledNow: change.isBilledNow && lines.length > 0 };
}

function newPeriodChange(
  world: World,
  subscription: Subscription,
  change: Omit<PlanChange, 'lines'>,
  isWithoutProration: boolean,
): PlanChange {
  const now = world.now(subscription.test_clock);
  const recurring = change.items[0]?.price.recurring;
  if (!recurring) throw new Error('A subscription has a recurring price.');
  const period = { start: now, end: periodEnd(now, recurring, now) };
  const items = change.items.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  const unused = isWithoutProration ? [] : unusedLines(world, subscription, change.prorationDate);
  const lines = [...unused, ...periodLines(world, subscription.id, items, period)];
  return { ...change, items, lines, isBilledNow: true, anchor: now };
}

function intervalOf(items: Item[]): string {
  const recurring = items[0]?.price.recurring;
  return `${recurring?.interval_count} ${recurring?.interval}`;
}

function applyChange(
  world: World,
  subscription: Subscription,
  change: PlanChange,
  behavior: (typeof BEHAVIORS)[number],
): void {
  if (change.isBilledNow) billAndApply(world, subscription, change, behavior);
  else {
    const waiting = world.store.hidden.pendingLines[subscription.id] ?? [];
    if (change.lines.length > 0) {
      world.store.hidden.pendingLines[subscription.id] = [...waiting, ...change.lines];
    }
    setItems(world, subscription, change);
  }
}

function billAndApply(
  world: World,
  subscription: Subscription,
  change: PlanChange,
  behavior: (typeof BEHAVIORS)[number],
): void {
  if (behavior === 'error_if_incomplete') assertPayable(world, subscription);
  const invoice = billChange(world, subscription, change);
  if (behavior === 'pending_if_incomplete' && invoice.status !== 'paid') {
    payThenApply(world, subscription, change, invoice);
    return;
  }
  setItems(world, subscription, change);
  if (invoice.status === 'paid') return;
  if (behavior !== 'default_incomplete') collectAutomatically(world, invoice);
  else {
    world.change(subscription, 'customer.subscription.updated', (changed) => {
      changed.status = 'past_due';
    });
  }
}

/** The invoice of a change, with what was waiting for one. */
function billChange(world: World, subscription: Subscription, change: PlanChange): Invoice {
  const now = world.now(subscription.test_clock);
  const waiting = world.store.hidden.pendingLines[subscription.id] ?? [];
  delete world.store.hidden.pendingLines[subscription.id];
  const invoice = draftInvoice(world, {
    subscription,
    reason: 'subscription_update',
    lines: [...waiting, ...change.lines],
    period: { start: now, end: now },
    prorationDate: change.prorationDate,
  });
  finalizeInvoice(world, invoice);
  if (invoice.amount_due === 0) settleInvoice(world, invoice, undefined);
  return invoice;
}

/** The old plan stays until the money has come. */
function payThenApply(world: World, subscription: Subscription, change: PlanChange, invoice: Invoice): void {
  const now = world.now(subscription.test_clock);
  const limits = [
    lastPeriodEnd(subscription),
    now + PENDING_SECONDS,
    subscription.trial_end ?? Number.MAX_SAFE_INTEGER,
  ];
  const ends = subscription.trial_end !== null && subscription.trial_end > now ? limits : limits.slice(0, 2);
  world.store.hidden.invoiceOfUpdate[subscription.id] = invoice.id;
  subscription.pending_update = {
    billing_cycle_anchor: change.anchor ?? null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: Math.min(...ends),
    metadata: null,
    subscription_items: change.items,
    trial_end: null,
    trial_from_plan: null,
  };
  try {
    payInvoice(world, invoice, { method: undefined, use: 'pay' });
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    world.emit('customer.subscription.updated', subscription, { pending_update: null });
  }
}

function setItems(world: World, subscription: Subscription, change: PlanChange): void {
  world.change(subscription, 'customer.subscription.updated', (changed) => {
    changed.items.data = change.items;
    if (change.anchor !== undefined) changed.billing_cycle_anchor = change.anchor;
  });
}

function assertPayable(world: World, subscription: Subscription): void {
  const invoice = world.store.tables.invoices.find(subscription.latest_invoice);
  const card = invoice && keptCard(world, invoice);
  const verdict = card && verdictOn(world, card, 'pay');
  if (verdict?.kind === 'approve') return;
  throw new StripeError(402, {
    type: 'card_error',
    code: verdict?.kind === 'decline' ? verdict.code : 'subscription_payment_intent_requires_action',
    message: verdict?.kind === 'decline' ? verdict.message : 'The payment cannot be completed.',
  });
}
