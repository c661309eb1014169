import { randomBytes } from 'node:crypto';
import { Stripe } from 'stripe';
import type { EventType } from './event-types.ts';
import type {
  Coupon,
  Discount,
  MethodConfiguration,
  PortalConfiguration,
  PortalSession,
  Product,
  PromotionCode,
  WebhookEndpoint,
} from './merchant-setup-records.ts';
import type {
  Charge,
  CreditNote,
  Customer,
  Dispute,
  Invoice,
  InvoiceItem,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  Price,
  StripeEvent,
  Subscription,
} from './records.ts';
import { Table } from './table.ts';

/** The version of the API this is a model of: the one the installed SDK pins. */
export const API_VERSION = Stripe.API_VERSION;

/** How Stripe collects a renewal. */
export const RETRY_DAYS = [3, 5, 7];
/** How long a renewal's invoice stays a draft, seconds. */
export const DRAFT_SECONDS = 3600;

/** What becomes of a subscription when the last attempt has failed: a setting of the account. */
type AfterRetries = 'canceled' | 'unpaid' | 'past_due';

/** What the API does not show and the sandbox has to know. */
interface Internals {
  invoiceOfPayment: Record<string, string>;
  /** The invoice whose payment applies a pending update, by subscription. */
  invoiceOfUpdate: Record<string, string>;
  /** Attempts at an invoice made by the account's retries. */
  automaticAttempts: Record<string, number>;
  /** Of invoice items, which do not show it. */
  taxBehaviorOfItem: Record<string, 'exclusive' | 'inclusive'>;
  /** Of a business, by customer: entered on the provider's own page. */
  taxIdOfCustomer: Record<string, string>;
}

/** The request that caused an event. */
type Cause = StripeEvent['request'];

const NO_REQUEST: Cause = { id: null, idempotency_key: null };
const NO_INTERNALS: Internals = {
  invoiceOfPayment: {},
  invoiceOfUpdate: {},
  automaticAttempts: {},
  taxBehaviorOfItem: {},
  taxIdOfCustomer: {},
};

type Stored = { id: string; object: string };

/** One Stripe account: its objects as plain JSON, its clock, its settings, and the events it emits. */
export class Account {
  readonly tables = {
    prices: new Table<Price>('price'),
    customers: new Table<Customer>('customer'),
    subscriptions: new Table<Subscription>('subscription'),
    invoices: new Table<Invoice>('invoice'),
    invoiceItems: new Table<InvoiceItem>('invoiceitem'),
    invoicePayments: new Table<InvoicePayment>('invoice_payment'),
    paymentIntents: new Table<PaymentIntent>('payment_intent'),
    paymentMethods: new Table<PaymentMethod>('PaymentMethod'),
    charges: new Table<Charge>('charge'),
    creditNotes: new Table<CreditNote>('credit_note'),
    coupons: new Table<Coupon>('coupon'),
    promotionCodes: new Table<PromotionCode>('promotion_code'),
    discounts: new Table<Discount>('discount'),
    disputes: new Table<Dispute>('dispute'),
    products: new Table<Product>('product'),
    webhookEndpoints: new Table<WebhookEndpoint>('webhook endpoint'),
    methodConfigurations: new Table<MethodConfiguration>('payment method configuration'),
    portals: new Table<PortalConfiguration>('portal configuration'),
    portalSessions: new Table<PortalSession>('portal session'),
  };
  /** Where the sandbox is; no slash at the end. */
  readonly origin: string;
  afterRetries: AfterRetries = 'canceled';
  /** How the prices of the contract's plans stand to tax. */
  taxBehavior: 'exclusive' | 'inclusive' = 'exclusive';
  internals: Internals = structuredClone(NO_INTERNALS);
  /** What events are signed with, by the endpoint's address. The API shows one when it is made, and never again. */
  endpointSecrets: Record<string, string> = {};
  /** Set while a request is being worked on. */
  cause: Cause = NO_REQUEST;
  /** Seconds the sandbox is ahead of the real time. */
  offset = 0;
  onEvent: (event: StripeEvent) => void = () => undefined;
  /** While a due step runs, the time it was due. */
  #steppedTo: number | undefined;
  #idCounter = 0;
  /** Each start has its own, so that no id is ever given twice. */
  readonly #run = randomBytes(4).toString('hex');

  constructor(origin: string) {
    this.origin = origin;
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
  emit(type: EventType, object: Stored, previous?: object): void {
    this.onEvent({
      id: this.newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now(),
      data: { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) },
      livemode: false,
      pending_webhooks: 1,
      request: { ...this.cause },
      type,
    });
  }

  /** Changes an object and emits an event with what was different before, unless nothing changed. */
  change<T extends Stored>(object: T, type: EventType, mutate: (object: T) => void): void {
    const before = structuredClone(object);
    mutate(object);
    const previous = differences(before, object);
    if (Object.keys(previous).length > 0) this.emit(type, object, previous);
  }

  /** Everything, as JSON. */
  dump(): Record<string, unknown> {
    const tables = Object.entries(this.tables).map(([name, table]) => [name, table.all()] as const);
    return {
      internals: this.internals,
      endpointSecrets: this.endpointSecrets,
      ...Object.fromEntries(tables),
    };
  }

  /** @param dump what `dump` gave, of this version */
  load({ internals, endpointSecrets, ...rows }: Record<string, unknown>): void {
    Object.assign(this.endpointSecrets, endpointSecrets);
    this.internals = { ...structuredClone(NO_INTERNALS), ...(internals as Partial<Internals>) };
    for (const [name, table] of Object.entries(this.tables)) {
      // The rows are what the same table wrote.
      (table as Table<{ id: string }>).load((rows[name] ?? []) as { id: string }[]);
    }
  }

  clear(): void {
    this.load({});
    this.afterRetries = 'canceled';
    this.offset = 0;
  }
}

/** Top-level members that are not what they were, with what they were. */
function differences(before: object, after: object): object {
  const now: Record<string, unknown> = { ...after };
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name])),
  );
}
