import { DAY, periodEnd } from './calendar.ts';
import { cardError, verdictOn } from './cards.ts';
import { requireMethodOf, requirePresent } from './customers.ts';
import { invalidParameter, refused, StripeError } from './errors.ts';
import type { Params } from './form.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { keptCard, noCard, payInvoice } from './pay.ts';
import { periodLines, periodOf, total } from './proration.ts';
import type { Customer, Invoice, PaymentMethod, Price, Subscription } from './records.ts';
import { newSetupIntent } from './setup-intents.ts';
import { itemList, newItem, readNewItems } from './subscription-items.ts';
import { settleInvoice } from './subscription-state.ts';
import type { World } from './world.ts';

const BEHAVIORS = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
] as const;

/** `subscriptions.create`. */
export function createSubscription(world: World, params: Params): Subscription {
  const customer = requirePresent(world, params.required('customer'));
  const items = readNewItems(world, params);
  const behavior = params.choice('payment_behavior', BEHAVIORS) ?? 'allow_incomplete';
  if (behavior === 'pending_if_incomplete') {
    throw invalidParameter('payment_behavior', 'pending_if_incomplete is only for updates.');
  }
  const currency = items[0]?.price.currency ?? 'usd';
  if (customer.currency && customer.currency !== currency) {
    throw refused(
      `You cannot combine currencies on a single customer. This customer has used ${customer.currency}.`,
    );
  }
  const subscription = newSubscription(world, customer, params, items);
  const method = subscription.default_payment_method;
  if (method) requireMethodOf(world, method, customer.id);
  const card = firstCard(world, customer, subscription);
  const isFree = subscription.trial_end !== null || items.every((item) => total(item) === 0);
  if (!isFree && behavior !== 'default_incomplete' && !card) throw noCard();
  if (!isFree && behavior === 'error_if_incomplete' && card) assertApproved(world, card);
  customer.currency = currency;
  world.store.tables.subscriptions.add(subscription);
  world.emit('customer.subscription.created', subscription);
  if (isFree && !card && asksForCard(subscription, behavior)) askForCard(world, subscription);
  const invoice = firstInvoice(world, subscription);
  if (invoice.status === 'open' && behavior !== 'default_incomplete') payFirst(world, invoice);
  return subscription;
}

function firstCard(world: World, customer: Customer, subscription: Subscription): PaymentMethod | undefined {
  const { paymentMethods } = world.store.tables;
  return (
    paymentMethods.find(subscription.default_payment_method) ??
    paymentMethods.find(customer.invoice_settings.default_payment_method)
  );
}

/** Nothing may be left behind when the card says no. */
function assertApproved(world: World, card: PaymentMethod): void {
  const verdict = verdictOn(world, card, 'pay');
  if (verdict.kind === 'approve') return;
  if (verdict.kind === 'authenticate') {
    throw cardError({
      code: 'subscription_payment_intent_requires_action',
      message: 'Payment requires additional user action.',
    });
  }
  throw cardError({ code: verdict.code, decline_code: verdict.declineCode, message: verdict.message });
}

function asksForCard(subscription: Subscription, behavior: string): boolean {
  const saves = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  return behavior === 'default_incomplete' || saves;
}

function askForCard(world: World, subscription: Subscription): void {
  const setup = newSetupIntent(world, {
    customer: subscription.customer,
    metadata: {},
    usage: 'off_session',
  });
  world.store.hidden.subscriptionOfSetup[setup.id] = subscription.id;
  subscription.pending_setup_intent = setup.id;
}

/** Nothing, for a trial, and then it is paid at once. */
function firstInvoice(world: World, subscription: Subscription): Invoice {
  const [item] = subscription.items.data;
  if (!item) throw new Error('A subscription has an item.');
  const period = periodOf(item);
  const isTrial = subscription.trial_end !== null;
  const lines = periodLines(world, subscription.id, subscription.items.data, period).map((line) =>
    isTrial ? { ...line, amount: 0, subtotal: 0, description: 'Trial period' } : line,
  );
  const now = world.now(subscription.test_clock);
  const invoice = draftInvoice(world, {
    subscription,
    reason: 'subscription_create',
    lines,
    period: { start: now, end: now },
  });
  finalizeInvoice(world, invoice);
  if (invoice.amount_due === 0) settleInvoice(world, invoice, undefined);
  return invoice;
}

function payFirst(world: World, invoice: Invoice): void {
  try {
    payInvoice(world, invoice, { method: keptCard(world, invoice), use: 'pay' });
  } catch (error) {
    // It stays incomplete, and its payment can be confirmed for 23 hours.
    if (!(error instanceof StripeError)) throw error;
  }
}

function newSubscription(
  world: World,
  customer: Customer,
  params: Params,
  items: { price: Price; quantity: number }[],
): Subscription {
  const id = world.store.newId('sub');
  const now = world.now(customer.test_clock);
  const trialEnd = readTrialEnd(params, now);
  const [first] = items;
  if (!first?.price.recurring) throw new Error('A subscription has a recurring price.');
  const anchor = trialEnd ?? now;
  const period = { start: now, end: trialEnd ?? periodEnd(anchor, first.price.recurring, now) };
  const settings = params.part('payment_settings');
  const types = settings.texts('payment_method_types');
  const isCancelled = params.flag('cancel_at_period_end') === true;
  const cancelAt = isCancelled ? period.end : (params.integer('cancel_at') ?? null);
  return {
    ...structuredClone(SUBSCRIPTION_CONSTANTS),
    id,
    object: 'subscription',
    billing_cycle_anchor: anchor,
    cancel_at: cancelAt,
    cancel_at_period_end: isCancelled,
    canceled_at: cancelAt === null ? null : now,
    created: now,
    currency: first.price.currency,
    customer: customer.id,
    default_payment_method: params.text('default_payment_method') || null,
    description: params.text('description') || null,
    items: itemList(
      id,
      items.map(({ price, quantity }) => newItem(world, id, { price, quantity, period, created: now })),
    ),
    metadata: params.metadata(),
    payment_settings: {
      payment_method_options: null,
      payment_method_types: types.length > 0 ? types : null,
      // Off, as at Stripe: whoever forgets it has no card at the first renewal.
      save_default_payment_method:
        settings.choice('save_default_payment_method', ['off', 'on_subscription']) ?? 'off',
    },
    start_date: now,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: customer.test_clock,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method:
          params
            .part('trial_settings')
            .part('end_behavior')
            .choice('missing_payment_method', ['cancel', 'create_invoice', 'pause']) ?? 'create_invoice',
      },
    },
    trial_start: trialEnd === null ? null : now,
  };
}

const SUBSCRIPTION_CONSTANTS = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  transfer_data: null,
} satisfies Partial<Subscription>;

function readTrialEnd(params: Params, now: number): number | null {
  const days = params.integer('trial_period_days');
  if (days !== undefined && days > 0) return now + days * DAY;
  const end = params.integer('trial_end') ?? null;
  if (end !== null && end <= now)
    throw invalidParameter('trial_end', 'Invalid timestamp: must be in the future.');
  return end;
}
