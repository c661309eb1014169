import { z } from 'zod';
import type { Account } from './account.ts';
import { periodEnd } from './calendar.ts';
import { addDiscount, discountParams } from './discounts.ts';
import { invalidParameter, noSuch, refused } from './errors.ts';
import { itemOf, periodLine, periodOf } from './invoice-lines.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { requireRecurringPrice, withPrice } from './plans.ts';
import type { Customer, Item, Metadata, Subscription } from './records.ts';
import { changePlan, planItems } from './subscription-change.ts';
import { endSubscription, hasEnded, markPaid, scheduleEnd } from './subscription-state.ts';
import { automaticTaxParams, requireTaxLocation, subscriptionTax } from './tax.ts';

export const metadata = z.record(z.string(), z.string()).optional();

export const createParams = z.strictObject({
  customer: z.string(),
  items: z.tuple([z.strictObject({ price: z.string() })]),
  payment_behavior: z.literal('default_incomplete'),
  payment_settings: z
    .strictObject({
      save_default_payment_method: z.enum(['off', 'on_subscription']).optional(),
      payment_method_types: z.array(z.literal('card')).optional(),
    })
    .optional(),
  metadata,
  automatic_tax: automaticTaxParams,
  discounts: discountParams,
  expand: z.tuple([z.literal('latest_invoice.confirmation_secret')]).optional(),
});

type CreateParams = z.infer<typeof createParams>;

export const updateParams = z.strictObject({
  billing_cycle_anchor: z.strictObject({ type: z.literal('now') }).optional(),
  cancel_at: z.literal('').optional(),
  cancel_at_period_end: z.boolean().optional(),
  default_payment_method: z.string().optional(),
  discounts: discountParams,
  pause_collection: z
    .union([z.literal(''), z.strictObject({ behavior: z.literal('void'), resumes_at: z.int() })])
    .optional(),
  items: planItems.optional(),
  metadata,
  payment_behavior: z.literal('pending_if_incomplete').optional(),
  proration_behavior: z.enum(['always_invoice', 'none']).optional(),
  proration_date: z.int().optional(),
});

/** `subscriptions.create` with `default_incomplete`: the browser confirms the first payment within 23 hours. */
export function createSubscription(account: Account, params: CreateParams): Subscription {
  const customer = requireCustomer(account, params.customer);
  const price = requireRecurringPrice(account, params.items[0].price, 'items[0][price]');
  if (customer.currency && customer.currency !== price.currency) {
    throw refused(`You cannot combine currencies on a single customer (${customer.currency}).`);
  }
  if (params.automatic_tax?.enabled) requireTaxLocation(customer);
  customer.currency = price.currency;
  const subscription = newSubscription(account, customer, params);
  if (params.discounts) addDiscount(account, subscription, params.discounts);
  account.tables.subscriptions.add(subscription);
  const { id, created: now } = subscription;
  const base = { id: account.newId('si'), object: 'subscription_item', created: now, quantity: 1 } as const;
  const period = { current_period_start: now, current_period_end: periodEnd(now, now) };
  const item: Item = withPrice({ ...base, ...period, subscription: id }, price);
  subscription.items.data = [item];
  account.emit('customer.subscription.created', subscription);
  const lines = [periodLine(account, item, periodOf(item))];
  const invoice = draftInvoice(account, {
    of: subscription,
    reason: 'subscription_create',
    lines,
    period: { start: now, end: now },
  });
  finalizeInvoice(account, invoice);
  // A credit of the customer may pay all of it.
  if (invoice.amount_due === 0) markPaid(account, invoice, undefined);
  return subscription;
}

function newSubscription(account: Account, customer: Customer, params: CreateParams): Subscription {
  const id = account.newId('sub');
  const now = account.now();
  const { payment_settings: settings = {} } = params;
  const url = `/v1/subscription_items?subscription=${id}`;
  return {
    id,
    object: 'subscription',
    automatic_tax: subscriptionTax(params.automatic_tax?.enabled === true),
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    created: now,
    currency: customer.currency ?? 'usd',
    customer: customer.id,
    default_payment_method: null,
    discounts: [],
    ended_at: null,
    items: { object: 'list', data: [], has_more: false, url },
    latest_invoice: null,
    metadata: params.metadata ?? {},
    pause_collection: null,
    payment_settings: {
      payment_method_types: settings.payment_method_types ?? null,
      // Off, as at Stripe: without it there is no card at the first renewal.
      save_default_payment_method: settings.save_default_payment_method ?? 'off',
    },
    pending_setup_intent: null,
    pending_update: null,
    status: 'incomplete',
  };
}

/** `subscriptions.update` */
export function updateSubscription(
  account: Account,
  subscription: Subscription,
  params: z.infer<typeof updateParams>,
): Subscription {
  const {
    metadata: given,
    cancel_at,
    cancel_at_period_end: atPeriodEnd,
    default_payment_method: card,
    discounts,
    pause_collection: pause,
    ...plan
  } = params;
  const isMetadataOnly = Object.keys(params).every((name) => name === 'metadata');
  if (!isMetadataOnly && (hasEnded(subscription) || subscription.status === 'incomplete')) {
    throw refused(`A subscription that is ${subscription.status} can only update its metadata.`);
  }
  const isPending = plan.payment_behavior === 'pending_if_incomplete';
  if (isPending && (given ?? cancel_at ?? atPeriodEnd ?? card ?? discounts ?? pause) !== undefined) {
    throw invalidParameter('payment_behavior', 'pending_if_incomplete supports changes of items only.');
  }
  account.change(subscription, 'customer.subscription.updated', (changed) => {
    changed.metadata = mergedMetadata(changed.metadata, given);
    if (card) changed.default_payment_method = requireCard(account, card, changed.customer);
    if (discounts) addDiscount(account, changed, discounts);
    if (pause !== undefined) changed.pause_collection = pause === '' ? null : pause;
  });
  if (cancel_at === '') scheduleEnd(account, subscription, null, false);
  if (atPeriodEnd) scheduleEnd(account, subscription, itemOf(subscription).current_period_end, true);
  if (atPeriodEnd === false && subscription.cancel_at_period_end)
    scheduleEnd(account, subscription, null, false);
  if (plan.items) changePlan(account, subscription, { ...plan, items: plan.items });
  return subscription;
}

/** @throws StripeError unless it is this customer's */
function requireCard({ tables }: Account, id: string, customer: string): string {
  if (tables.paymentMethods.find(id)?.customer === customer) return id;
  throw noSuch('PaymentMethod', id, 'default_payment_method');
}

/** These over the old ones; an empty value removes one. */
function mergedMetadata(old: Metadata, given: Metadata = {}): Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...given }).filter(([, value]) => value !== ''));
}

/** `subscriptions.cancel`: for one that has already ended it is a 404, as at Stripe. */
export function cancelSubscription(account: Account, id: string): Subscription {
  const subscription = account.tables.subscriptions.require(id);
  if (hasEnded(subscription)) throw noSuch('subscription', id);
  endSubscription(account, subscription);
  return subscription;
}

/** A deleted customer is still found by its id, and can be used for nothing. */
export function requireCustomer(account: Account, id: string, param = 'customer'): Customer {
  const customer = account.tables.customers.require(id, param);
  if (customer.deleted) throw noSuch('customer', id, param);
  return customer;
}
