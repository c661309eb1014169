// What the store keeps: the API's own objects by the SDK's types, with ids where the API would expand.
import type { Stripe } from 'stripe';

type WithoutObjects<V> = [Exclude<Extract<V, object>, string>] extends [never]
  ? V
  : [Extract<V, string>] extends [never]
    ? V
    : Extract<V, string | null | undefined>;

/** The object with every `string | Object` narrowed to the id. */
type Stored<T> = { [K in keyof T]: WithoutObjects<T[K]> };

/** Decimals travel as text. */
type TextFor<T, K extends keyof T> = Omit<T, K> & { [P in K]: string | null };

export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export type Product = Stored<Stripe.Product>;
export type Price = TextFor<Stored<Stripe.Price>, 'unit_amount_decimal'>;
export type Plan = TextFor<Stored<Stripe.Plan>, 'amount_decimal'>;
export type Metadata = Stripe.Metadata;

export type Customer = Omit<Stored<Stripe.Customer>, 'invoice_settings' | 'deleted' | 'test_clock'> & {
  invoice_settings: {
    custom_fields: null;
    default_payment_method: string | null;
    footer: string | null;
    rendering_options: null;
  };
  test_clock: string | null;
};

export type Item = Omit<Stored<Stripe.SubscriptionItem>, 'price' | 'plan' | 'deleted'> & {
  price: Price;
  plan: Plan;
  quantity: number;
};

export type PendingUpdate = Omit<Stripe.Subscription.PendingUpdate, 'subscription_items'> & {
  subscription_items: Item[];
};

export type Subscription = Omit<Stored<Stripe.Subscription>, 'items' | 'pending_update'> & {
  items: List<Item>;
  pending_update: PendingUpdate | null;
  test_clock: string | null;
};

export type Line = Omit<Stored<Stripe.InvoiceLineItem>, 'quantity_decimal' | 'pricing' | 'parent'> & {
  quantity_decimal: string | null;
  pricing: {
    type: 'price_details';
    price_details: { price: string; product: string };
    unit_amount_decimal: string;
  };
  parent: {
    type: 'subscription_item_details';
    invoice_item_details: null;
    subscription_item_details: {
      invoice_item: string | null;
      proration: boolean;
      proration_details: { credited_items: { invoice: string; invoice_line_items: string[] } | null } | null;
      subscription: string | null;
      subscription_item: string;
    };
  };
};

/** Without `confirmation_secret` and `payments`: those come only when asked for. */
export type Invoice = Omit<
  Stored<Stripe.Invoice>,
  'lines' | 'parent' | 'confirmation_secret' | 'payments' | 'deleted' | 'customer'
> & {
  customer: string;
  lines: List<Line>;
  parent: {
    type: 'subscription_details';
    quote_details: null;
    subscription_details: { metadata: Metadata; subscription: string; subscription_proration_date?: number };
  };
};

export type InvoicePayment = Omit<Stored<Stripe.InvoicePayment>, 'payment'> & {
  payment: { type: 'payment_intent'; payment_intent: string };
};

export type PaymentMethod = Omit<Stored<Stripe.PaymentMethod>, 'card'> & { card: Stripe.PaymentMethod.Card };

/** What an intent says of its last failure: the API's error, with the card as it was. */
export type IntentError = Omit<Stripe.PaymentIntent.LastPaymentError, 'payment_method'> & {
  payment_method?: PaymentMethod;
};

export type PaymentIntent = Omit<
  Stored<Stripe.PaymentIntent>,
  'client_secret' | 'last_payment_error' | 'customer'
> & {
  client_secret: string;
  last_payment_error: IntentError | null;
  customer: string | null;
};

export type SetupIntent = Omit<
  Stored<Stripe.SetupIntent>,
  'client_secret' | 'last_setup_error' | 'customer'
> & {
  client_secret: string;
  last_setup_error: IntentError | null;
  customer: string | null;
};

export type Charge = Omit<Stored<Stripe.Charge>, 'source' | 'payment_intent'> & {
  source: null;
  payment_intent: string;
};
export type Refund = Omit<Stored<Stripe.Refund>, 'payment_intent' | 'charge'> & {
  payment_intent: string;
  charge: string;
};
export type Dispute = Omit<Stored<Stripe.Dispute>, 'payment_intent'> & { payment_intent: string };
export type TestClock = Stripe.TestHelpers.TestClock;
export type WebhookEndpoint = Stripe.WebhookEndpoint;
export type PortalSession = Omit<Stored<Stripe.BillingPortal.Session>, 'configuration'> & {
  configuration: string;
};

/** An event as it is sent. */
export interface SentEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export type PhaseItem = Omit<Stored<Stripe.SubscriptionSchedule.Phase.Item>, 'plan' | 'price'> & {
  plan: string;
  price: string;
  quantity: number;
};

export type Phase = Omit<Stored<Stripe.SubscriptionSchedule.Phase>, 'items'> & { items: PhaseItem[] };

export type Schedule = Omit<Stored<Stripe.SubscriptionSchedule>, 'phases' | 'customer'> & {
  phases: Phase[];
  customer: string;
};
