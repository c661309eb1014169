// Stripe's objects and errors in our words; calls are in billing.stripe.ts.
import type Stripe from 'stripe';
import {
  type OrderPayment,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderInvoice,
  ProviderRefusal,
  type ProviderSubscription,
} from './billing.provider.ts';

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
    // On the item, since basil.
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    // Ended on the provider's pages, only `cancel_at` is set.
    endsAt: cancelAt ?? (isEndingWithPeriod ? item.current_period_end : null),
    isEndingWithPeriod,
    hasPendingSetup: subscription.pending_setup_intent !== null,
    pendingPriceId: subscription.pending_update?.subscription_items?.[0]?.price.id ?? null,
    metadata: subscription.metadata,
    latestInvoiceId: idOf(subscription.latest_invoice) ?? null,
    items: items.data.length,
  };
}

export function toInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id,
    status: invoice.status ?? 'draft',
    customerId: idOf(invoice.customer) ?? null,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription) ?? null,
    amountDueCents: invoice.amount_due,
    currency: invoice.currency,
    createdAt: invoice.created,
    finalizedAt: invoice.status_transitions.finalized_at,
    clientSecret: invoice.confirmation_secret?.client_secret ?? null,
  };
}

export function toOrderPayment(intent: Stripe.PaymentIntent): OrderPayment {
  // Expanded where it matters; an id when the payment was made just now, and nothing was charged.
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

/** Notes come in the version of their endpoint, not of the SDK: nothing but ids is read from them. */
export function toEvent(event: Stripe.Event): ProviderEvent {
  const object = { ...event.data.object } as Record<string, unknown>;
  const id = textOf(object['id']) ?? '';
  return {
    id: event.id,
    type: event.type,
    isLive: event.livemode,
    objectId: id,
    customerId: object['object'] === 'customer' ? id : (linkOf(object['customer']) ?? null),
    paymentIntentId: object['object'] === 'payment_intent' ? id : (linkOf(object['payment_intent']) ?? null),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** An id, or an object in its place. */
function linkOf(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null && 'id' in value) return textOf(value.id);
  return textOf(value);
}

/** Of something the API answers as its id or, expanded, whole. */
export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}

/** No answer, a broken one, or "not now": asking again later may help. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || !('type' in error)) return false;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  return (
    ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError'].includes(String(error.type)) ||
    // The same key is being worked on, or the object is locked by another call.
    status === 409 ||
    status === 429
  );
}

/** Keys that are wrong or may not do this: nothing a member could change. */
export const isOurKeys = ({ type }: { type: string }) =>
  type === 'StripeAuthenticationError' || type === 'StripePermissionError';

export function toRefusal(error: { type: string; code?: string; message: string }): ProviderRefusal {
  const code = error.code ?? error.type;
  const isMissing = code === 'resource_missing';
  return new ProviderRefusal(
    isMissing ? 'missing' : error.type === 'StripeCardError' ? 'card' : 'other',
    code,
    error.message,
  );
}
