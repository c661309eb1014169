import { randomBytes } from 'node:crypto';
import { noSuch } from './errors.ts';
import type {
  Charge,
  Customer,
  Dispute,
  Invoice,
  InvoicePayment,
  Line,
  PaymentIntent,
  PaymentMethod,
  PortalSession,
  Price,
  Product,
  Refund,
  Schedule,
  SentEvent,
  SetupIntent,
  Subscription,
  TestClock,
  WebhookEndpoint,
} from './records.ts';

/** Objects of one kind, oldest first. */
export class Table<T extends { id: string }> {
  readonly kind: string;
  #rows = new Map<string, T>();

  constructor(kind: string) {
    this.kind = kind;
  }

  add(row: T): T {
    this.#rows.set(row.id, row);
    return row;
  }

  find(id: string | null | undefined): T | undefined {
    return id ? this.#rows.get(id) : undefined;
  }

  /** @throws StripeError 404 `resource_missing` */
  require(id: string, param?: string): T {
    const row = this.#rows.get(id);
    if (!row) throw noSuch(this.kind, id, param);
    return row;
  }

  where(isWanted: (row: T) => boolean): T[] {
    return [...this.#rows.values()].filter(isWanted);
  }

  all(): T[] {
    return [...this.#rows.values()];
  }

  remove(id: string): void {
    this.#rows.delete(id);
  }

  load(rows: T[]): void {
    this.#rows = new Map(rows.map((row) => [row.id, row]));
  }

  get size(): number {
    return this.#rows.size;
  }
}

/** What the API does not show and the sandbox has to know. */
export interface Hidden {
  /** Number of the card behind a payment method: which test card it is. */
  cardNumbers: Record<string, string>;
  /** Cards a bank has agreed to be charged without their owner. */
  setUpCards: Record<string, true>;
  invoiceOfPayment: Record<string, string>;
  subscriptionOfSetup: Record<string, string>;
  /** The invoice whose payment applies a pending update, by subscription. */
  invoiceOfUpdate: Record<string, string>;
  /** Attempts at an invoice nobody asked for. */
  automaticAttempts: Record<string, number>;
  /** Prorations waiting for the next invoice, by subscription. */
  pendingLines: Record<string, Line[]>;
  /** Customers that are gone, with the object the API answers for them. */
  deletedCustomers: Record<string, true>;
  /** Subscriptions whose end of trial was announced. */
  announcedTrials: Record<string, true>;
  /** Secrets of webhook endpoints, told once. */
  endpointSecrets: Record<string, string>;
}

const MOST_EVENTS = 5000;

/** Everything the sandbox remembers: plain JSON in tables. */
export class Store {
  readonly tables = {
    products: new Table<Product>('product'),
    prices: new Table<Price>('price'),
    customers: new Table<Customer>('customer'),
    subscriptions: new Table<Subscription>('subscription'),
    invoices: new Table<Invoice>('invoice'),
    invoicePayments: new Table<InvoicePayment>('invoice_payment'),
    paymentIntents: new Table<PaymentIntent>('payment_intent'),
    setupIntents: new Table<SetupIntent>('setup_intent'),
    paymentMethods: new Table<PaymentMethod>('PaymentMethod'),
    charges: new Table<Charge>('charge'),
    refunds: new Table<Refund>('refund'),
    disputes: new Table<Dispute>('dispute'),
    schedules: new Table<Schedule>('subscription_schedule'),
    testClocks: new Table<TestClock>('test_clock'),
    webhookEndpoints: new Table<WebhookEndpoint>('webhook_endpoint'),
    portalSessions: new Table<PortalSession>('portal session'),
    events: new Table<SentEvent>('event'),
  };
  hidden: Hidden = nothingHidden();
  #counter = 0;
  #run: string;

  /** @param seed the same ids every time; else each run has its own, so that none is ever given twice */
  constructor(seed: string | undefined) {
    this.#run = seed ?? randomBytes(4).toString('hex');
  }

  newId(prefix: string): string {
    this.#counter += 1;
    return `${prefix}_sandbox${this.#run}${String(this.#counter).padStart(6, '0')}`;
  }

  newSecret(id: string): string {
    return `${id}_secret_${randomBytes(12).toString('hex')}`;
  }

  addEvent(event: SentEvent): void {
    const { events } = this.tables;
    events.add(event);
    const oldest = events.size > MOST_EVENTS ? events.all()[0] : undefined;
    if (oldest) events.remove(oldest.id);
  }

  /** All of it, to be written down and read again. */
  dump(): Record<string, unknown> {
    const tables = Object.fromEntries(
      Object.entries(this.tables).map(([name, table]) => [name, table.all()] as const),
    );
    return { counter: this.#counter, run: this.#run, hidden: this.hidden, ...tables };
  }

  /** @param dump what `dump` gave, of this version */
  load(dump: Record<string, unknown>): void {
    const { counter, run, hidden, ...tables } = dump;
    this.#counter = Number(counter);
    this.#run = String(run);
    this.hidden = { ...nothingHidden(), ...(hidden as Partial<Hidden>) };
    for (const [name, table] of Object.entries(this.tables)) {
      // The rows are what the same table wrote.
      (table as Table<{ id: string }>).load((tables[name] ?? []) as { id: string }[]);
    }
  }

  clear(): void {
    for (const table of Object.values(this.tables)) table.load([]);
    this.hidden = nothingHidden();
  }
}

function nothingHidden(): Hidden {
  return {
    cardNumbers: {},
    setUpCards: {},
    invoiceOfPayment: {},
    subscriptionOfSetup: {},
    invoiceOfUpdate: {},
    automaticAttempts: {},
    pendingLines: {},
    deletedCustomers: {},
    announcedTrials: {},
    endpointSecrets: {},
  };
}
