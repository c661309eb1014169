// Stripe's objects and errors as ours; the calls are in provider.api.ts and provider.subscriptions.ts.
import type Stripe from 'stripe';
import type { BillingAddress, TaxReason } from '#contract/billing.ts';
import { ProviderRequestError } from './provider.errors.ts';
import { CURRENCY, type TaxKind } from './provider.settings.ts';
import type {
  CouponTerms,
  OrderPayment,
  ProviderBill,
  ProviderDiscount,
  ProviderDispute,
  ProviderEvent,
  ProviderInvoice,
  ProviderSubscription,
} from './provider.types.ts';

export function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const { items, cancel_at: cancelAt, cancel_at_period_end: isEndingWithPeriod } = subscription;
  const [item] = items.data;
  if (item === undefined) throw new Error(`Subscription ${subscription.id} has no item.`);
  return {
    id: subscription.id,
    status: subscription.status,
    createdAt: subscription.created,
    itemId: item.id,
    priceId: item.price.id,
    amountCents: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    currency: item.price.currency,
    tax: subscription.automatic_tax.enabled ? kindOf(item.price.tax_behavior) : null,
    // On the item, since basil.
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    anchor: subscription.billing_cycle_anchor,
    // The provider's own pages set only `cancel_at`.
    endsAt: cancelAt ?? (isEndingWithPeriod ? item.current_period_end : null),
    isEndingWithPeriod,
    hasPendingSetup: subscription.pending_setup_intent !== null,
    // One that only begins a new month may name no item.
    pendingPriceId: subscription.pending_update
      ? (subscription.pending_update.subscription_items?.[0] ?? item).price.id
      : null,
    metadata: subscription.metadata,
    discounts: subscription.discounts.flatMap((discount) =>
      typeof discount === 'string' ? [] : toDiscount(discount),
    ),
    cardId: idOf(subscription.default_payment_method) ?? null,
    customerCardId: cardOf(subscription.customer),
    latestInvoiceId: idOf(subscription.latest_invoice) ?? null,
    items: items.data.length,
  };
}

/** A price that does not say it is one that tax is added to: ours say it. */
export const kindOf = (behavior: string | null): TaxKind => (behavior === 'inclusive' ? 'included' : 'added');

export const toBillingAddress = (address: Stripe.Address | null | undefined): BillingAddress => ({
  country: address?.country ?? null,
  postalCode: address?.postal_code || null,
});

function toDiscount({ source: { coupon }, end }: Stripe.Discount): ProviderDiscount[] {
  const terms = coupon === null || typeof coupon === 'string' ? undefined : toTerms(coupon);
  return terms ? [{ ...terms, endsAt: end }] : [];
}

/** Undefined for one in another currency. */
export function toTerms(coupon: Stripe.Coupon): CouponTerms | undefined {
  const { percent_off: percentOff, amount_off: amountOffCents, currency, duration } = coupon;
  if (amountOffCents !== null && currency !== CURRENCY) return undefined;
  const months = duration === 'once' ? 1 : duration === 'forever' ? null : coupon.duration_in_months;
  return { percentOff, amountOffCents, months };
}

/** A customer's default card; null where the customer is only named. */
export function cardOf(customer: string | Stripe.Customer | Stripe.DeletedCustomer): string | null {
  if (typeof customer === 'string' || customer.deleted) return null;
  return idOf(customer.invoice_settings.default_payment_method) ?? null;
}

export function toInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id,
    status: invoice.status ?? 'draft',
    customerId: idOf(invoice.customer) ?? null,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription) ?? null,
    amountDueCents: invoice.amount_due,
    discountCents: (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
    amountPaidCents: invoice.amount_paid,
    tax: invoice.automatic_tax.enabled ? toTax(invoice.total_taxes ?? []) : null,
    place: toBillingAddress(invoice.customer_address),
    isRefunded: isRefunded(invoice),
    currency: invoice.currency,
    createdAt: invoice.created,
    finalizedAt: invoice.status_transitions.finalized_at,
    paidAt: invoice.status_transitions.paid_at,
    clientSecret: invoice.confirmation_secret?.client_secret ?? null,
  };
}

const toTax = (taxes: readonly Stripe.Invoice.TotalTax[]) => ({
  amountCents: taxes.reduce((sum, { amount }) => sum + amount, 0),
  kind: taxes[0] === undefined ? null : kindOf(taxes[0].tax_behavior),
  reason: reasonOf(taxes),
});

/** Why nothing is due. The provider has more words, and adds some from time to time. */
function reasonOf(taxes: readonly Stripe.Invoice.TotalTax[]): TaxReason | null {
  if (taxes.some(({ amount }) => amount !== 0)) return null;
  const reasons = new Set<string>(taxes.map(({ taxability_reason: reason }) => reason));
  if (reasons.has('reverse_charge')) return 'reverse_charge';
  return reasons.has('customer_exempt') ? 'exempt' : 'none_due';
}

const isRefunded = ({ amount_paid: paid, post_payment_credit_notes_amount: returned }: Stripe.Invoice) =>
  paid > 0 && returned >= paid;

export function toBill(invoice: Stripe.Invoice): ProviderBill {
  const { data: lines } = invoice.lines;
  const { paid_at: paidAt } = invoice.status_transitions;
  // A change of plan gives back the rest of the old one first.
  const charged = lines.findLast(({ amount }) => amount >= 0);
  const priceId = charged === undefined ? null : priceOf(charged);
  return {
    id: invoice.id,
    date: new Date(invoice.created * 1000).toISOString(),
    paidAt: paidAt === null ? null : new Date(paidAt * 1000).toISOString(),
    amountCents: invoice.total,
    currency: invoice.currency,
    status: isRefunded(invoice) ? 'refunded' : (invoice.status ?? 'draft'),
    isOrder: invoice.metadata?.['orderId'] !== undefined,
    priceId,
    isChange: lines.some((line) => line.amount < 0 && priceOf(line) !== priceId),
    receiptUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  };
}

const priceOf = ({ pricing }: Stripe.InvoiceLineItem) => idOf(pricing?.price_details?.price) ?? null;

export function toOrderPayment(intent: Stripe.PaymentIntent): OrderPayment {
  // Expanded where it matters; an id when the payment was just created and nothing was charged.
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    paymentIntentId: intent.id,
    orderId: intent.metadata['orderId'] ?? null,
    status: intent.status,
    amountCents: intent.amount,
    currency: intent.currency,
    isPaid: intent.status === 'succeeded',
    isRefunded: charge?.refunded ?? false,
    isDisputed: charge?.disputed ?? false,
    isLost: false,
    clientSecret: intent.client_secret,
  };
}

export function toDispute({ id, status, payment_intent: intent }: Stripe.Dispute): ProviderDispute {
  return { id, status, paymentIntentId: idOf(intent) ?? null };
}

/**
 * Events come in the API version of their endpoint, not of the SDK, so only ids are read from them.
 * @throws TypeError for what is not an event, whoever signed it
 */
export function toEvent(event: Stripe.Event): ProviderEvent {
  const object = new Map<string, unknown>(Object.entries(event.data.object));
  const id = textOf(object.get('id'));
  const [eventId, type] = [textOf(event.id), textOf(event.type)];
  if (!eventId || !type) throw new TypeError('no event');
  return {
    id: eventId,
    type,
    isLive: event.livemode,
    objectId: id || null,
    customerId: (object.get('object') === 'customer' ? id : linkOf(object.get('customer'))) || null,
    paymentIntentId:
      (object.get('object') === 'payment_intent' ? id : linkOf(object.get('payment_intent'))) || null,
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** As idOf, for objects of any API version. */
function linkOf(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null && 'id' in value) return textOf(value.id);
  return textOf(value);
}

/** The id of a reference that may be expanded to the object. */
export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}

const typeOf = (error: unknown) => (error instanceof Error && 'type' in error ? String(error.type) : '');

const statusOf = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 0;

/** The provider's own failure: no response, a broken one, or 5xx. What it says about one request is none. */
export const isOutage = (error: unknown): boolean =>
  typeOf(error) === 'StripeConnectionError' || (typeOf(error) === 'StripeAPIError' && !isRequestError(error));

const isRequestError = (error: unknown) => statusOf(error) >= 400 && statusOf(error) < 500;

/** The same request may succeed later. 409: a request with this key is running, or the object is locked. */
export const isTemporary = (error: unknown): boolean =>
  isOutage(error) || typeOf(error) === 'StripeAPIError' || statusOf(error) === 409 || statusOf(error) === 429;

/** API keys that are wrong or lack a permission: nothing a member could change. */
export const isWrongKey = (error: unknown): boolean =>
  ['StripeAuthenticationError', 'StripePermissionError'].includes(typeOf(error));

export function toProviderError(error: {
  type: string;
  code?: string;
  message: string;
}): ProviderRequestError {
  const code = error.code ?? error.type;
  const isMissing = code === 'resource_missing';
  return new ProviderRequestError(
    isMissing ? 'missing' : error.type === 'StripeCardError' ? 'card' : 'other',
    code,
    error.message,
  );
}
