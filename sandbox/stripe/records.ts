// What the sandbox keeps of each object: the members that the app, a test or the sandbox itself reads.
import type { Stripe } from 'stripe';
import type { Named } from './sdk-types.ts';

/** What every object has. */
export interface Row<Name extends string = string> {
  id: string;
  object: Name;
  created: number;
}

export type Metadata = Stripe.Metadata;

export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
}

export type TaxBehavior = 'exclusive' | 'inclusive' | 'unspecified';

export interface Price extends Row<'price'> {
  active: boolean;
  currency: string;
  nickname: string;
  product: string;
  recurring: { interval: 'month'; interval_count: 1 };
  tax_behavior: TaxBehavior;
  unit_amount: number;
}

export interface Address {
  country: string | null;
  postal_code: string | null;
}

export interface Customer extends Row<'customer'> {
  address: Address | null;
  /** What is owed (above 0) or was credited (below), in cents. */
  balance: number;
  email: string | null;
  invoice_settings: { default_payment_method: string | null };
  metadata: Metadata;
}

export interface Item {
  id: string;
  object: 'subscription_item';
  current_period_start: number;
  current_period_end: number;
  price: Price;
}

export interface Subscription extends Row<'subscription'> {
  automatic_tax: { enabled: boolean };
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  currency: string;
  customer: string;
  default_payment_method: string | null;
  /** Ids, of those that still run. */
  discounts: string[];
  items: List<Item>;
  latest_invoice: string | null;
  metadata: Metadata;
  /** Bills are made and voided meanwhile; the status stays. */
  pause_collection: { behavior: 'void'; resumes_at: number } | null;
  payment_settings: { save_default_payment_method: 'off' | 'on_subscription' };
  pending_setup_intent: string | null;
  pending_update: {
    billing_cycle_anchor: number | null;
    expires_at: number;
    subscription_items: Item[];
  } | null;
  status: Named<Stripe.Subscription.Status>;
}

export interface Period {
  start: number;
  end: number;
}

export interface Line {
  id: string;
  object: 'line_item';
  amount: number;
  description: string;
  discountable: boolean;
  period: Period;
  /** Of a line that has one. */
  pricing: { type: 'price_details'; price_details: { price: string; product: string } } | null;
}

/** What an invoice says of its tax. */
export interface TotalTax {
  amount: number;
  tax_behavior: 'exclusive' | 'inclusive';
  taxability_reason: 'standard_rated' | 'not_collecting' | 'reverse_charge';
}

export interface Invoice extends Row<'invoice'> {
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  auto_advance: boolean;
  automatic_tax: { enabled: boolean };
  automatically_finalizes_at: number | null;
  billing_reason:
    | 'manual'
    | 'subscription_create'
    | 'subscription_cycle'
    | 'subscription_update'
    | 'upcoming';
  currency: string;
  customer: string;
  /** As it was when the invoice was made. */
  customer_address: Address | null;
  discounts: string[];
  ending_balance: number;
  /** Anybody who has the address sees it, as at Stripe. */
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
  lines: List<Line>;
  metadata: Metadata;
  next_payment_attempt: number | null;
  parent: {
    type: 'subscription_details';
    subscription_details: { subscription: string; subscription_proration_date?: number };
  } | null;
  /** Given back since it was paid. */
  post_payment_credit_notes_amount: number;
  starting_balance: number;
  status: 'draft' | 'open' | 'paid' | 'void';
  status_transitions: { finalized_at: number | null; paid_at: number | null };
  subtotal: number;
  total: number;
  total_discount_amounts: { amount: number; discount: string }[];
  total_taxes: TotalTax[];
}

export interface InvoicePayment extends Row<'invoice_payment'> {
  amount_paid: number | null;
  invoice: string;
  is_default: true;
  payment: { type: 'payment_intent'; payment_intent: string };
  status: 'open' | 'paid' | 'canceled';
}

/** A card, not in the API's shape. */
export interface PaymentMethod extends Row<'payment_method'> {
  /** Which test card it is; empty for any other, of which nothing is kept but what receipts show. */
  number: string;
  brand: 'visa';
  exp_month: number;
  exp_year: number;
  last4: string;
  customer: string | null;
  /** Its bank agreed to charges without its owner. */
  isSetUp: boolean;
}

/** What an intent says of its last failure. */
export interface IntentError {
  type: 'card_error' | 'invalid_request_error';
  code: 'card_declined' | 'payment_intent_authentication_failure';
  decline_code?: string;
  message: string;
  charge?: string;
}

export interface PaymentIntent extends Row<'payment_intent'> {
  amount: number;
  client_secret: string;
  currency: string;
  customer: string;
  last_payment_error: IntentError | null;
  latest_charge: string | null;
  metadata: Metadata;
  next_action: { type: 'use_stripe_sdk' } | null;
  payment_method: string | null;
  setup_future_usage: 'off_session' | null;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
}

export interface Charge extends Row<'charge'> {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  customer: string;
  disputed: boolean;
  paid: boolean;
  payment_intent: string;
  refunded: boolean;
}

/** Money given back for an invoice that was paid. */
export interface CreditNote extends Row<'credit_note'> {
  amount: number;
  invoice: string;
  post_payment_amount: number;
  status: 'issued';
}

export interface Dispute extends Row<'dispute'> {
  amount: number;
  charge: string;
  payment_intent: string;
  status: 'needs_response' | 'won' | 'lost';
}

/** What is taken off, and for how long. */
export interface Coupon extends Row<'coupon'> {
  amount_off: number | null;
  currency: string | null;
  duration: 'once' | 'repeating' | 'forever';
  duration_in_months: number | null;
  percent_off: number | null;
  valid: boolean;
}

/** What people type for a coupon. */
export interface PromotionCode extends Row<'promotion_code'> {
  active: boolean;
  code: string;
  promotion: { type: 'coupon'; coupon: string };
  restrictions: {
    first_time_transaction: boolean;
    minimum_amount: number | null;
    minimum_amount_currency: string | null;
  };
}

/** A coupon on a subscription. */
export interface Discount extends Row<'discount'> {
  end: number | null;
  source: { type: 'coupon'; coupon: string };
}

export interface StripeEvent extends Row<'event'> {
  api_version: string;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  request: { id: string | null; idempotency_key: string | null };
  type: Stripe.Event['type'];
}

export interface PortalSession extends Row<'billing_portal.session'> {
  configuration: string;
  customer: string;
  flow: { type: 'payment_method_update' } | null;
  return_url: string;
  url: string;
}

export interface Product extends Row<'product'> {
  name: string;
}

export interface WebhookEndpoint extends Row<'webhook_endpoint'> {
  api_version: string;
  enabled_events: string[];
  status: 'enabled';
  url: string;
}

/** What a customer may do on the provider's pages. */
export interface PortalConfiguration extends Row<'billing_portal.configuration'> {
  active: boolean;
  features: {
    customer_update: { enabled: boolean; allowed_updates: ('name' | 'address' | 'tax_id')[] };
    payment_method_update: { enabled: boolean };
  };
  is_default: boolean;
  name: string;
}

/** Which ways to pay the account has switched on. */
export interface MethodConfiguration extends Row<'payment_method_configuration'> {
  active: boolean;
  application: null;
  card: { available: boolean };
  is_default: boolean;
  link: { display_preference: { value: 'on' | 'off' } };
}
