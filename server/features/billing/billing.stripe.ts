import Stripe from 'stripe';
import type { PlanTier } from '#contract/billing.ts';
import { Circuit } from './billing.circuit.ts';
import { ProviderAway } from './billing.problems.ts';
import {
  type OrderPayment,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderInvoice,
  ProviderRefusal,
  type ProviderSubscription,
} from './billing.provider.ts';
import {
  idOf,
  isAway,
  isOurKeys,
  toDispute,
  toEvent,
  toInvoice,
  toOrderPayment,
  toRefusal,
  toSubscription,
} from './billing.stripe-objects.ts';

export interface PaymentSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  priceIds: Readonly<Record<PlanTier, string>>;
  isLive: boolean;
  /** A stand-in on this machine. */
  sandbox: { apiBase: string; jsUrl: string | undefined } | undefined;
  /** Instead of the 20 seconds a call may take; for tests. */
  timeoutMilliseconds?: number;
}

/** Told about what went wrong: words and codes of the provider, never a secret or an address. */
export interface ProviderLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** The SDK's own are 80 seconds and, unlike its comment says, two. */
const CALL_TIMEOUT = 20_000;
const RETRIES = 2;

/** Seconds a note's time may lie off ours, either way. */
const EVENT_TOLERANCE = 300;

/** One for everything that is sold here: a customer's subscriptions must share it. */
export const CURRENCY = 'usd';

/**
 * Stripe: the only file that knows its SDK. Facts about its API as of 2026-10-28.endive stand in
 * docs/decisions/0009-payments.md.
 *
 * Every method throws HttpProblem 503 while the provider is away, and ProviderRefusal when it says no.
 */
export class StripeProvider {
  readonly #stripe: Stripe;
  readonly #settings: PaymentSettings;
  readonly #log: ProviderLog;
  readonly #circuit = new Circuit();

  constructor(settings: PaymentSettings, log: ProviderLog) {
    const { sandbox, secretKey, timeoutMilliseconds: timeout = CALL_TIMEOUT } = settings;
    const base = sandbox && new URL(sandbox.apiBase);
    this.#settings = settings;
    this.#log = log;
    this.#stripe = new Stripe(secretKey, {
      timeout,
      maxNetworkRetries: RETRIES,
      telemetry: false,
      ...(base
        ? { host: base.hostname, port: base.port, protocol: base.protocol === 'https:' ? 'https' : 'http' }
        : {}),
    });
  }

  /** @param key the same for the same customer, so that asking again after a lost answer makes no second one */
  async createCustomer(memberId: string, email: string, key: string): Promise<string> {
    const made = await this.#call('customers.create', (stripe) =>
      stripe.customers.create({ email, metadata: { userId: memberId } }, { idempotencyKey: key }),
    );
    return made.id;
  }

  async setCustomerEmail(customerId: string, email: string): Promise<void> {
    await this.#call('customers.update', (stripe) => stripe.customers.update(customerId, { email }));
  }

  /** Whether it is there and was not deleted. */
  async hasCustomer(customerId: string): Promise<boolean> {
    const found = await this.#find('customers.retrieve', (stripe) => stripe.customers.retrieve(customerId));
    return found !== undefined && found.deleted !== true;
  }

  /** What is charged, when it is for sale as a plan by the month in this currency. */
  async findMonthlyPrice(priceId: string): Promise<{ cents: number; currency: string } | undefined> {
    const price = await this.#find('prices.retrieve', (stripe) => stripe.prices.retrieve(priceId));
    const { interval, interval_count: count } = price?.recurring ?? {};
    if (!price?.active || interval !== 'month' || count !== 1 || price.unit_amount === null) return undefined;
    return { cents: price.unit_amount, currency: price.currency };
  }

  /** All there ever were, ended ones too. */
  async listSubscriptions(customerId: string): Promise<ProviderSubscription[]> {
    const list = await this.#call('subscriptions.list', async (stripe) => {
      const all: Stripe.Subscription[] = [];
      const pages = stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
      for await (const one of pages) all.push(one);
      return all;
    });
    return list.map(toSubscription);
  }

  async listOpenInvoices(customerId: string): Promise<ProviderInvoice[]> {
    const list = await this.#call('invoices.list', async (stripe) => {
      const all: Stripe.Invoice[] = [];
      const pages = stripe.invoices.list({ customer: customerId, status: 'open', limit: 100 });
      for await (const one of pages) all.push(one);
      return all;
    });
    return list.map(toInvoice);
  }

  /** With its secret. */
  async readInvoice(invoiceId: string): Promise<ProviderInvoice> {
    const invoice = await this.#call('invoices.retrieve', (stripe) =>
      stripe.invoices.retrieve(invoiceId, { expand: ['confirmation_secret'] }),
    );
    return toInvoice(invoice);
  }

  /** How the payment of an invoice stands; undefined when it has none. */
  async readPaymentStatus(invoiceId: string): Promise<string | undefined> {
    return await this.#call('invoicePayments.list', async (stripe) => {
      const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, limit: 20 });
      const { payment } = data.find((one) => one.is_default) ?? data[0] ?? {};
      const id = idOf(payment?.payment_intent);
      return id === undefined ? undefined : (await stripe.paymentIntents.retrieve(id)).status;
    });
  }

  /** @throws ProviderRefusal when it is paid already: the one guard that an old tab cannot walk around */
  async voidInvoice(invoiceId: string): Promise<void> {
    await this.#call('invoices.voidInvoice', (stripe) => stripe.invoices.voidInvoice(invoiceId));
  }

  /** Ends now, for subscriptions nobody has paid. */
  async endSubscription(subscriptionId: string): Promise<void> {
    await this.#call('subscriptions.cancel', (stripe) => stripe.subscriptions.cancel(subscriptionId));
  }

  /** Begins one that is paid first: `incomplete` until the browser has confirmed the invoice's payment. */
  async createSubscription(
    call: { customerId: string; memberId: string; priceId: string },
    key: string,
  ): Promise<ProviderSubscription> {
    const made = await this.#call('subscriptions.create', (stripe) =>
      stripe.subscriptions.create(
        {
          customer: call.customerId,
          items: [{ price: call.priceId }],
          payment_behavior: 'default_incomplete',
          // Off by default: the first payment would succeed and the first renewal have no card.
          payment_settings: {
            save_default_payment_method: 'on_subscription',
            payment_method_types: ['card'],
          },
          metadata: { userId: call.memberId },
        },
        { idempotencyKey: key },
      ),
    );
    return toSubscription(made);
  }

  /** What a change that is paid now would cost now. */
  async previewUpgrade(
    customerId: string,
    subscription: ProviderSubscription,
    priceId: string,
    prorationDate?: number,
  ): Promise<{ amountDueCents: number; currency: string; prorationDate: number }> {
    const preview = await this.#call('invoices.createPreview', (stripe) =>
      stripe.invoices.createPreview({
        customer: customerId,
        subscription: subscription.id,
        subscription_details: {
          items: [{ id: subscription.itemId, price: priceId }],
          proration_behavior: 'always_invoice',
          ...(prorationDate === undefined ? {} : { proration_date: prorationDate }),
        },
      }),
    );
    const date = preview.parent?.subscription_details?.subscription_proration_date;
    return {
      amountDueCents: preview.amount_due,
      currency: preview.currency,
      prorationDate: prorationDate ?? date ?? Math.floor(Date.now() / 1000),
    };
  }

  /**
   * Charges the difference and changes the plan when that is paid, not before (`pending_if_incomplete`; by default
   * the plan would change whatever the card says).
   */
  async upgrade(
    subscription: ProviderSubscription,
    priceId: string,
    prorationDate: number | undefined,
  ): Promise<ProviderSubscription> {
    const changed = await this.#call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(subscription.id, {
        // Without the item's id a second item would be added, and both be paid.
        items: [{ id: subscription.itemId, price: priceId }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        ...(prorationDate === undefined ? {} : { proration_date: prorationDate }),
      }),
    );
    return toSubscription(changed);
  }

  /** Another price from the next invoice on; nothing is charged or given back now. */
  async setNextPrice(
    subscription: ProviderSubscription,
    priceId: string,
    metadata: Record<string, string>,
  ): Promise<void> {
    await this.#call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(subscription.id, {
        items: [{ id: subscription.itemId, price: priceId }],
        proration_behavior: 'none',
        metadata,
      }),
    );
  }

  async endWithPeriod(subscriptionId: string): Promise<void> {
    await this.#call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }),
    );
  }

  /** Takes an end back, whichever of its two forms it has: the provider's own pages set only the second. */
  async goOn(subscription: ProviderSubscription): Promise<void> {
    await this.#call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(
        subscription.id,
        subscription.isEndingWithPeriod ? { cancel_at_period_end: false } : { cancel_at: '' },
      ),
    );
  }

  /** A page at the provider, for once. Whoever has the address is let in: never log it. */
  async openPortal(customerId: string, purpose: 'invoices' | 'card', returnUrl: string): Promise<string> {
    const session = await this.#call('billingPortal.sessions.create', (stripe) =>
      stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        ...(purpose === 'card' ? { flow_data: { type: 'payment_method_update' as const } } : {}),
      }),
    );
    return session.url;
  }

  /** @param key the same for the same payment */
  async createOrderPayment(
    call: { customerId: string; memberId: string; orderId: string; amountCents: number; description: string },
    key: string,
  ): Promise<OrderPayment> {
    const intent = await this.#call('paymentIntents.create', (stripe) =>
      stripe.paymentIntents.create(
        {
          amount: call.amountCents,
          currency: CURRENCY,
          customer: call.customerId,
          description: call.description,
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          metadata: { orderId: call.orderId, userId: call.memberId },
        },
        { idempotencyKey: key },
      ),
    );
    return toOrderPayment(intent);
  }

  async readOrderPayment(paymentIntentId: string): Promise<OrderPayment> {
    const intent = await this.#call('paymentIntents.retrieve', (stripe) =>
      stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }),
    );
    return toOrderPayment(intent);
  }

  async readDispute(disputeId: string): Promise<ProviderDispute> {
    return toDispute(await this.#call('disputes.retrieve', (stripe) => stripe.disputes.retrieve(disputeId)));
  }

  /** Disputes that began after this. Unix seconds. */
  async listDisputes(since: number): Promise<ProviderDispute[]> {
    return await this.#call('disputes.list', async (stripe) => {
      const all: ProviderDispute[] = [];
      for await (const one of stripe.disputes.list({ created: { gte: since }, limit: 100 })) {
        all.push(toDispute(one));
      }
      return all;
    });
  }

  /** The invoice a payment was for; since basil a payment no longer says so itself. */
  async findInvoiceOfPayment(paymentIntentId: string): Promise<ProviderInvoice | undefined> {
    return await this.#call('invoicePayments.list', async (stripe) => {
      const payment = { type: 'payment_intent' as const, payment_intent: paymentIntentId };
      const { data } = await stripe.invoicePayments.list({ payment });
      const id = idOf(data[0]?.invoice);
      return id === undefined ? undefined : toInvoice(await stripe.invoices.retrieve(id));
    });
  }

  /**
   * Reads a note whose signature is right, and which is neither too old nor from the future (the SDK takes those).
   * @param body the bytes as they came
   * @returns undefined for anything else
   */
  readEvent(body: Buffer, signature: string): ProviderEvent | undefined {
    const time = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
    // Also what is not a number.
    if (!(time - Date.now() / 1000 <= EVENT_TOLERANCE)) return undefined;
    const { webhookSecret } = this.#settings;
    try {
      return toEvent(this.#stripe.webhooks.constructEvent(body, signature, webhookSecret, EVENT_TOLERANCE));
    } catch {
      // Its message tells how the signature was made wrongly; whoever sent it need not know.
      return undefined;
    }
  }

  async #find<Found>(name: string, work: (stripe: Stripe) => Promise<Found>): Promise<Found | undefined> {
    try {
      return await this.#call(name, work);
    } catch (error) {
      if (error instanceof ProviderRefusal && error.kind === 'missing') return undefined;
      throw error;
    }
  }

  async #call<Result>(name: string, work: (stripe: Stripe) => Promise<Result>): Promise<Result> {
    try {
      return await this.#circuit.run(() => work(this.#stripe), isAway);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const { type, code, param, statusCode, requestId } = error;
      this.#log.warn(
        { call: name, type, code, param, statusCode, requestId },
        'the payment provider refused',
      );
      if (!isAway(error) && !isOurKeys(error)) throw toRefusal(error);
      throw new ProviderAway(statusCode === undefined);
    }
  }
}
