import type { Stripe } from 'stripe';

// Where the walk through the installed SDK's types begins. Never run: read by the compiler in generate.ts.

export declare const stripe: Stripe;

/** What the provider answers, by the SDK's names. */
export interface Answers {
  'BillingPortal.Configuration': Stripe.BillingPortal.Configuration;
  'BillingPortal.Session': Stripe.BillingPortal.Session;
  Charge: Stripe.Charge;
  Customer: Stripe.Customer;
  DeletedCustomer: Stripe.DeletedCustomer;
  'TestHelpers.DeletedTestClock': Stripe.TestHelpers.DeletedTestClock;
  DeletedWebhookEndpoint: Stripe.DeletedWebhookEndpoint;
  Dispute: Stripe.Dispute;
  Invoice: Stripe.Invoice;
  InvoiceLineItem: Stripe.InvoiceLineItem;
  InvoicePayment: Stripe.InvoicePayment;
  PaymentIntent: Stripe.PaymentIntent;
  PaymentMethod: Stripe.PaymentMethod;
  Price: Stripe.Price;
  Product: Stripe.Product;
  Refund: Stripe.Refund;
  SetupIntent: Stripe.SetupIntent;
  Subscription: Stripe.Subscription;
  SubscriptionItem: Stripe.SubscriptionItem;
  SubscriptionSchedule: Stripe.SubscriptionSchedule;
  'TestHelpers.TestClock': Stripe.TestHelpers.TestClock;
  WebhookEndpoint: Stripe.WebhookEndpoint;
}

/** One of these is an event, told apart by its `type`. */
export type AnyEvent = Stripe.Event;
