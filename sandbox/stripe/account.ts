import { randomBytes } from 'node:crypto';
import { Stripe } from 'stripe';
import type * as records from './records.ts';
import type { FitsSdk } from './sdk-types.ts';
import { Table } from './table.ts';

/** The version of the API this is a model of: the one the installed SDK pins. */
export const API_VERSION = Stripe.API_VERSION;

/** What becomes of a subscription when the last attempt has failed: a setting of the account. */
type AfterRetries = 'canceled' | 'unpaid' | 'past_due';

/** What the API does not show and the sandbox has to know. */
interface Internals {
  /** Still found by their ids. */
  deletedCustomers: Record<string, true>;
  /** The invoice whose payment applies a pending update, by subscription. */
  invoiceOfUpdate: Record<string, string>;
  /** Attempts at an invoice made by the account's retries. */
  automaticAttempts: Record<string, number>;
  /** Of lines without a price. */
  taxBehaviorOfLine: Record<string, 'exclusive' | 'inclusive'>;
  /** Of a business, by customer: entered on the provider's own page. */
  taxIdOfCustomer: Record<string, string>;
}

/** The request that caused an event. */
type Cause = records.StripeEvent['request'];

const NO_REQUEST: Cause = { id: null, idempotency_key: null };
const NO_INTERNALS: Internals = {
  deletedCustomers: {},
  invoiceOfUpdate: {},
  automaticAttempts: {},
  taxBehaviorOfLine: {},
  taxIdOfCustomer: {},
};

/** One Stripe account: its objects as plain JSON, its clock, its settings, and the events it emits. */
export class Account {
  readonly tables = {
    prices: this.#table<records.Price, Stripe.Price>('price', 'price'),
    customers: this.#table<records.Customer, Stripe.Customer>('customer', 'cus'),
    subscriptions: this.#table<records.Subscription, Stripe.Subscription>('subscription', 'sub'),
    invoices: this.#table<records.Invoice, Stripe.Invoice>('invoice', 'in'),
    invoicePayments: this.#table<records.InvoicePayment, Stripe.InvoicePayment>('invoice_payment', 'inpay'),
    paymentIntents: this.#table<records.PaymentIntent, Stripe.PaymentIntent>('payment_intent', 'pi'),
    paymentMethods: this.#table<records.PaymentMethod, records.PaymentMethod>('payment_method', 'pm'),
    charges: this.#table<records.Charge, Stripe.Charge>('charge', 'ch'),
    creditNotes: this.#table<records.CreditNote, Stripe.CreditNote>('credit_note', 'cn'),
    coupons: this.#table<records.Coupon, Stripe.Coupon>('coupon', 'coupon'),
    promotionCodes: this.#table<records.PromotionCode, Stripe.PromotionCode>('promotion_code', 'promo'),
    discounts: this.#table<records.Discount, Stripe.Discount & { created: number }>('discount', 'di'),
    disputes: this.#table<records.Dispute, Stripe.Dispute>('dispute', 'du'),
    products: this.#table<records.Product, Stripe.Product>('product', 'prod'),
    webhookEndpoints: this.#table<records.WebhookEndpoint, Stripe.WebhookEndpoint>('webhook_endpoint', 'we'),
    methodConfigurations: this.#table<records.MethodConfiguration, records.MethodConfiguration>(
      'payment_method_configuration',
      'pmc',
    ),
    portals: this.#table<records.PortalConfiguration, Stripe.BillingPortal.Configuration>(
      'billing_portal.configuration',
      'bpc',
    ),
    portalSessions: this.#table<records.PortalSession, Stripe.BillingPortal.Session>(
      'billing_portal.session',
      'bps',
    ),
  };
  /** Where the sandbox is; no slash at the end. */
  readonly origin: string;
  /** Requests it does not model, and its own failures. Empty is good. */
  readonly problems: string[] = [];
  afterRetries: AfterRetries = 'canceled';
  /** How the prices of the contract's plans stand to tax. */
  taxBehavior: 'exclusive' | 'inclusive' = 'exclusive';
  internals: Internals = structuredClone(NO_INTERNALS);
  /** What events are signed with, to every endpoint. */
  webhookSecret = `whsec_${randomBytes(24).toString('hex')}`;
  /** Set while a request is being worked on. */
  cause: Cause = NO_REQUEST;
  /** Seconds the sandbox is ahead of the real time. */
  offset = 0;
  onEvent: (event: records.StripeEvent) => void = () => undefined;
  /** While a due step runs, the time it was due. */
  #steppedTo: number | undefined;
  #idCounter = 0;
  /** Each start has its own, so that no id is ever given twice. */
  readonly #run = randomBytes(4).toString('hex');

  constructor(origin: string) {
    this.origin = origin;
  }

  #table<T extends records.Row & FitsSdk<T, Sdk>, Sdk>(object: T['object'], idPrefix: string): Table<T> {
    return new Table<T>(object, () => ({ id: this.newId(idPrefix), object, created: this.now() }));
  }

  newId(prefix: string): string {
    this.#idCounter += 1;
    return `${prefix}_sandbox${this.#run}${String(this.#idCounter).padStart(6, '0')}`;
  }

  /** Unix seconds. */
  now(): number {
    return this.#steppedTo ?? Math.floor(Date.now() / 1000) + this.offset;
  }

  /** Runs a step as if it were that time. */
  at(time: number, step: () => void): void {
    this.#steppedTo = time;
    try {
      step();
    } finally {
      this.#steppedTo = undefined;
    }
  }

  /** Emits an event with the object as it is now. */
  emit(type: records.StripeEvent['type'], object: records.Row, previous?: object): void {
    this.onEvent({
      id: this.newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now(),
      data: { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) },
      livemode: false,
      request: { ...this.cause },
      type,
    });
  }

  /** Changes an object and emits an event with what was different before, unless nothing changed. */
  change<T extends records.Customer | records.Subscription>(object: T, changes: Partial<T>): void {
    const before = new Map(Object.entries(structuredClone(object)));
    const previous = Object.entries(changes)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)))
      .map(([name]) => [name, before.get(name)] as const);
    Object.assign(object, changes);
    const type = object.object === 'customer' ? 'customer.updated' : 'customer.subscription.updated';
    if (previous.length > 0) this.emit(type, object, Object.fromEntries(previous));
  }

  /** Everything that is stored, as JSON. */
  dump(): Record<string, unknown> {
    const tables = Object.entries(this.tables).map(([name, table]) => [name, table.all()] as const);
    return { internals: this.internals, ...Object.fromEntries(tables) };
  }

  /** @param dump what `dump` gave, of this version */
  load({ internals, ...rows }: Record<string, unknown>): void {
    this.internals = { ...structuredClone(NO_INTERNALS), ...(internals as Partial<Internals>) };
    for (const [name, table] of Object.entries(this.tables)) {
      // The rows are what the same table wrote.
      (table as unknown as Table<records.Row>).load((rows[name] ?? []) as records.Row[]);
    }
  }

  clear(): void {
    this.load({});
    this.afterRetries = 'canceled';
    this.offset = 0;
    this.problems.length = 0;
  }
}
