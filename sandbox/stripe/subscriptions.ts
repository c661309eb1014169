import { z } from 'zod';
import type { Account } from './account.ts';
import { periodEnd } from './calendar.ts';
import { discountParams, newDiscounts } from './discounts.ts';
import { invalidParameter, noSuch, refused } from './errors.ts';
import { itemOf, periodLine } from './invoice-lines.ts';
import { billTo, draftInvoice } from './invoices.ts';
import type { Customer, Metadata, Subscription } from './records.ts';
import { flag, metadata, whole } from './route.ts';
import { changePlan, planParams, requirePrice } from './subscription-change.ts';
import { endSubscription, finalizeInvoice, hasEnded, scheduleEnd } from './subscription-state.ts';
import { automaticTaxParams, requireTaxLocation } from './tax.ts';

export const createParams = z.strictObject({
  customer: z.string(),
  items: z.tuple([z.strictObject({ price: z.string() })]),
  payment_behavior: z.literal('default_incomplete'),
  payment_settings: z
    .strictObject({
      save_default_payment_method: z.enum(['off', 'on_subscription']).optional(),
      payment_method_types: z.tuple([z.literal('card')]).optional(),
    })
    .optional(),
  metadata,
  automatic_tax: automaticTaxParams,
  discounts: discountParams,
  expand: z.tuple([z.literal('latest_invoice.confirmation_secret')]).optional(),
});

export const updateParams = z.strictObject({
  ...z.strictObject(planParams).partial().shape,
  cancel_at: z.literal('').optional(),
  cancel_at_period_end: flag.optional(),
  default_payment_method: z.string().optional(),
  discounts: discountParams,
  pause_collection: z
    .union([z.literal(''), z.strictObject({ behavior: z.literal('void'), resumes_at: whole() })])
    .optional(),
  metadata,
  payment_behavior: z.literal('pending_if_incomplete').optional(),
});

/** `subscriptions.create` with `default_incomplete`: the browser confirms the first payment within 23 hours. */
export function createSubscription(account: Account, params: z.infer<typeof createParams>): Subscription {
  const customer = requireCustomer(account, params.customer);
  const price = requirePrice(account, params.items[0].price);
  const isTaxed = params.automatic_tax?.enabled === true;
  if (isTaxed) requireTaxLocation(customer.address);
  const now = account.now();
  const period = { start: now, end: periodEnd(now, now) };
  const item = {
    id: account.newId('si'),
    object: 'subscription_item',
    current_period_start: period.start,
    current_period_end: period.end,
    price,
  } as const;
  const subscription = account.tables.subscriptions.add({
    automatic_tax: { enabled: isTaxed },
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    currency: price.currency,
    customer: customer.id,
    default_payment_method: null,
    discounts: params.discounts ? newDiscounts(account, customer.id, params.discounts) : [],
    items: { object: 'list', data: [item], has_more: false },
    latest_invoice: null,
    metadata: params.metadata ?? {},
    pause_collection: null,
    payment_settings: {
      // Off, as at Stripe: without it there is no card at the first renewal.
      save_default_payment_method: params.payment_settings?.save_default_payment_method ?? 'off',
    },
    pending_setup_intent: null,
    pending_update: null,
    status: 'incomplete',
  });
  account.emit('customer.subscription.created', subscription);
  const invoice = draftInvoice(account, {
    ...billTo(subscription),
    reason: 'subscription_create',
    lines: [periodLine(account, item, period)],
  });
  finalizeInvoice(account, invoice);
  return subscription;
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
    payment_behavior: behavior,
    items,
    proration_behavior: proration,
    ...plan
  } = params;
  const isMetadataOnly = Object.keys(params).every((name) => name === 'metadata');
  if (!isMetadataOnly && (hasEnded(subscription) || subscription.status === 'incomplete')) {
    throw refused(`A subscription that is ${subscription.status} can only update its metadata.`);
  }
  const isPending = behavior === 'pending_if_incomplete';
  if (isPending && (given ?? cancel_at ?? atPeriodEnd ?? card ?? discounts ?? pause) !== undefined) {
    throw invalidParameter('payment_behavior', 'pending_if_incomplete supports changes of items only.');
  }
  const { customer } = subscription;
  account.change(subscription, {
    metadata: mergedMetadata(subscription.metadata, given),
    ...(card ? { default_payment_method: requireCard(account, card, customer) } : {}),
    ...(discounts ? { discounts: newDiscounts(account, customer, discounts) } : {}),
    ...(pause === undefined ? {} : { pause_collection: pause === '' ? null : pause }),
  });
  if (cancel_at === '') scheduleEnd(account, subscription, null, false);
  if (atPeriodEnd) scheduleEnd(account, subscription, itemOf(subscription).current_period_end, true);
  if (atPeriodEnd === false && subscription.cancel_at_period_end)
    scheduleEnd(account, subscription, null, false);
  if (items && !proration) throw refused('The default behavior of prorations is not modelled.');
  if (items && proration)
    changePlan(account, subscription, { ...plan, items, proration_behavior: proration }, isPending);
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
  if (account.internals.deletedCustomers[id]) throw noSuch('customer', id, param);
  return customer;
}
