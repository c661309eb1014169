// What the sandbox keeps of each object: the members that something reads or changes. Everything else a full response
// needs is added from the SDK's types (schema/complete.ts).
import type { Stripe } from 'stripe';
import type { Address, TaxBehavior, TotalTax } from './tax-records.ts';

export type Metadata = Stripe.Metadata;

export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export interface Price {
  id: string;
  object: 'price';
  active: boolean;
  created: number;
  currency: string;
  metadata: Metadata;
  nickname: string;
  product: string;
  recurring: { interval: 'month'; interval_count: 1 };
  tax_behavior: TaxBehavior;
  type: 'recurring';
  unit_amount: number;
}

export interface Customer {
  id: string;
  object: 'customer';
  address: Address | null;
  /** What is owed (above 0) or was credited (below), in cents. */
  balance: number;
  created: number;
  currency: string | null;
  deleted?: true;
  email: string | null;
  invoice_prefix: string;
  invoice_settings: { default_payment_method: string | null };
  metadata: Metadata;
  next_invoice_sequence: number;
}

/** The older form of a price, which items still carry. */
export type Plan = Pick<
  Price,
  'id' | 'active' | 'created' | 'currency' | 'metadata' | 'nickname' | 'product'
> & { object: 'plan'; amount: number; interval: 'month'; interval_count: 1 };

export interface Item {
  id: string;
  object: 'subscription_item';
  created: number;
  current_period_start: number;
  current_period_end: number;
  plan: Plan;
  price: Price;
  quantity: 1;
  subscription: string;
}

export interface Subscription {
  id: string;
  object: 'subscription';
  automatic_tax: { disabled_reason: null; enabled: boolean; liability: { type: 'self' } | null };
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  created: number;
  currency: string;
  customer: string;
  default_payment_method: string | null;
  /** Ids, of those that still run. */
  discounts: string[];
  ended_at: number | null;
  items: List<Item>;
  latest_invoice: string | null;
  metadata: Metadata;
  /** Bills are made and voided meanwhile; the status stays. */
  pause_collection: { behavior: 'void'; resumes_at: number } | null;
  payment_settings: {
    payment_method_types: 'card'[] | null;
    save_default_payment_method: 'off' | 'on_subscription';
  };
  pending_setup_intent: string | null;
  pending_update: {
    billing_cycle_anchor: number | null;
    expires_at: number;
    subscription_items: Item[];
  } | null;
  status: Stripe.Subscription.Status;
}

export interface Period {
  start: number;
  end: number;
}

export interface Line {
  id: string;
  object: 'line_item';
  amount: number;
  currency: string;
  description: string;
  discountable: boolean;
  invoice: string | null;
  parent:
    | {
        type: 'subscription_item_details';
        subscription_item_details: { proration: boolean; subscription: string; subscription_item: string };
      }
    | {
        type: 'invoice_item_details';
        invoice_item_details: { invoice_item: string; proration: false; subscription: null };
      };
  period: Period;
  pricing: { type: 'price_details'; price_details: { price: string; product: string } } | null;
  quantity: 1;
  subscription: string | null;
  subtotal: number;
}

export interface Invoice {
  id: string;
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  auto_advance: boolean;
  automatic_tax: {
    disabled_reason: null;
    enabled: boolean;
    liability: { type: 'self' } | null;
    provider: 'stripe' | null;
    status: 'complete' | null;
  };
  automatically_finalizes_at: number | null;
  billing_reason:
    | 'manual'
    | 'subscription_create'
    | 'subscription_cycle'
    | 'subscription_update'
    | 'upcoming';
  created: number;
  currency: string;
  customer: string;
  /** As it was when the invoice was made. */
  customer_address: Address | null;
  discounts: string[];
  ending_balance: number | null;
  /** Anybody who has the address sees it, as at Stripe. */
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
  lines: List<Line>;
  metadata: Metadata;
  next_payment_attempt: number | null;
  number: string | null;
  parent: {
    type: 'subscription_details';
    subscription_details: {
      metadata: Metadata;
      subscription: string;
      subscription_proration_date?: number;
    };
  } | null;
  period_start: number;
  period_end: number;
  /** Given back since it was paid. */
  post_payment_credit_notes_amount: number;
  starting_balance: number;
  status: 'draft' | 'open' | 'paid' | 'void';
  status_transitions: { finalized_at: number | null; paid_at: number | null; voided_at: number | null };
  subtotal: number;
  total: number;
  total_discount_amounts: { amount: number; discount: string }[];
  total_taxes: TotalTax[];
}

export interface InvoicePayment {
  id: string;
  object: 'invoice_payment';
  amount_paid: number | null;
  amount_requested: number;
  created: number;
  currency: string;
  invoice: string;
  is_default: true;
  payment: { type: 'payment_intent'; payment_intent: string };
  status: 'open' | 'paid' | 'canceled';
}

/** A card. The API never shows it: no call of the app reads one. */
export interface PaymentMethod {
  id: string;
  object: 'payment_method';
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
  code: string;
  decline_code?: string;
  message: string;
  charge?: string;
}

export interface PaymentIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  canceled_at: number | null;
  cancellation_reason: 'void_invoice' | null;
  client_secret: string;
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: IntentError | null;
  latest_charge: string | null;
  metadata: Metadata;
  next_action: { type: 'use_stripe_sdk'; use_stripe_sdk: Record<string, string> } | null;
  payment_method: string | null;
  setup_future_usage: 'off_session' | null;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  created: number;
  currency: string;
  customer: string | null;
  disputed: boolean;
  metadata: Metadata;
  paid: boolean;
  payment_intent: string;
  refunded: boolean;
  status: 'succeeded' | 'failed';
}

/** One line of an invoice without a subscription. */
export interface InvoiceItem {
  id: string;
  object: 'invoiceitem';
  amount: number;
  currency: string;
  customer: string;
  date: number;
  description: string;
  discountable: boolean;
  invoice: string;
  period: Period;
  proration: false;
  quantity: 1;
  quantity_decimal: '1';
}

/** Money given back for an invoice that was paid. */
export interface CreditNote {
  id: string;
  object: 'credit_note';
  amount: number;
  created: number;
  currency: string;
  customer: string;
  invoice: string;
  lines: List<never>;
  metadata: Metadata;
  number: string;
  pdf: string;
  post_payment_amount: number;
  reason: null;
  status: 'issued';
  subtotal: number;
  total: number;
  type: 'post_payment';
}

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  payment_intent: string;
  reason: 'fraudulent';
  status: 'needs_response' | 'won' | 'lost';
}

/** An event before the schema completed it. */
export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}
