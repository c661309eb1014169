import type Stripe from 'stripe';
import {
  isSuspending,
  type OrderPayment,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderInvoice,
} from './billing.provider.ts';
import type { PaymentSettings } from './billing.settings.ts';
import { type ProviderLog, StripeClient } from './billing.stripe-client.ts';
import { idOf, toDispute, toEvent, toInvoice, toOrderPayment } from './billing.stripe-objects.ts';
import { StripeSubscriptions } from './billing.stripe-subscriptions.ts';

/** Seconds a note's time may lie off ours, either way. */
const EVENT_TOLERANCE = 300;

/** One for everything that is sold here: a customer's subscriptions must share it. */
export const CURRENCY = 'usd';

/**
 * What we ask of Stripe: with the three files beside it (billing.stripe-…) the only one that knows its SDK. Facts about its API, version
 * 2026-10-28.endive, stand in docs/decisions/0010-payments.md.
 *
 * Every method throws HttpProblem 503 while the provider is away, and ProviderRefusal when it says no.
 */
export class StripeProvider {
  readonly subscriptions: StripeSubscriptions;
  readonly #client: StripeClient;
  readonly #webhookSecret: string;

  constructor(settings: PaymentSettings, log: ProviderLog) {
    this.#client = new StripeClient(settings, log);
    this.subscriptions = new StripeSubscriptions(this.#client);
    this.#webhookSecret = settings.webhookSecret;
  }

  /** @param key the same for the same customer, so that asking again after a lost answer makes no second one */
  async createCustomer(memberId: string, email: string, key: string): Promise<string> {
    const made = await this.#client.call('customers.create', (stripe) =>
      stripe.customers.create({ email, metadata: { userId: memberId } }, { idempotencyKey: key }),
    );
    return made.id;
  }

  async setCustomerEmail(customerId: string, email: string): Promise<void> {
    await this.#client.call('customers.update', (stripe) => stripe.customers.update(customerId, { email }));
  }

  /** Whether it is there and was not deleted. */
  async hasCustomer(customerId: string): Promise<boolean> {
    const found = await this.#client.find('customers.retrieve', (stripe) =>
      stripe.customers.retrieve(customerId),
    );
    return found !== undefined && found.deleted !== true;
  }

  /** What is charged, when it is for sale as a plan by the month in this currency. */
  async findMonthlyPrice(priceId: string): Promise<{ cents: number; currency: string } | undefined> {
    const price = await this.#client.find('prices.retrieve', (stripe) => stripe.prices.retrieve(priceId));
    const { interval, interval_count: count } = price?.recurring ?? {};
    if (!price?.active || interval !== 'month' || count !== 1 || price.unit_amount === null) return undefined;
    return { cents: price.unit_amount, currency: price.currency };
  }

  async listOpenInvoices(customerId: string): Promise<ProviderInvoice[]> {
    const list = await this.#client.call('invoices.list', async (stripe) => {
      const all: Stripe.Invoice[] = [];
      const pages = stripe.invoices.list({ customer: customerId, status: 'open', limit: 100 });
      for await (const one of pages) all.push(one);
      return all;
    });
    return list.map(toInvoice);
  }

  /** With its secret. */
  async readInvoice(invoiceId: string): Promise<ProviderInvoice> {
    const invoice = await this.#client.call('invoices.retrieve', (stripe) =>
      stripe.invoices.retrieve(invoiceId, { expand: ['confirmation_secret'] }),
    );
    return toInvoice(invoice);
  }

  /** How the payment of an invoice stands; undefined when it has none. */
  async readPaymentStatus(invoiceId: string): Promise<string | undefined> {
    return await this.#client.call('invoicePayments.list', async (stripe) => {
      const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, limit: 20 });
      const { payment } = data.find((one) => one.is_default) ?? data[0] ?? {};
      const id = idOf(payment?.payment_intent);
      return id === undefined ? undefined : (await stripe.paymentIntents.retrieve(id)).status;
    });
  }

  /** @throws ProviderRefusal when it is paid already: the one guard that an old tab cannot walk around */
  async voidInvoice(invoiceId: string): Promise<void> {
    await this.#client.call('invoices.voidInvoice', (stripe) => stripe.invoices.voidInvoice(invoiceId));
  }

  /** A page at the provider, for once. Whoever has the address is let in: never log it. */
  async openPortal(customerId: string, purpose: 'invoices' | 'card', returnUrl: string): Promise<string> {
    const session = await this.#client.call('billingPortal.sessions.create', (stripe) =>
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
    const intent = await this.#client.call('paymentIntents.create', (stripe) =>
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
    const intent = await this.#client.call('paymentIntents.retrieve', (stripe) =>
      stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }),
    );
    const payment = toOrderPayment(intent);
    if (!payment.isDisputed) return payment;
    // The charge goes on saying so when the dispute is won.
    const { data } = await this.#client.call('disputes.list', (stripe) =>
      stripe.disputes.list({ payment_intent: paymentIntentId, limit: 100 }),
    );
    const isLost = data.some(({ status }) => status === 'lost');
    return { ...payment, isDisputed: data.some(isSuspending), isLost };
  }

  async readDispute(disputeId: string): Promise<ProviderDispute> {
    return toDispute(
      await this.#client.call('disputes.retrieve', (stripe) => stripe.disputes.retrieve(disputeId)),
    );
  }

  /** Disputes that began after this. Unix seconds. */
  async listDisputes(since: number): Promise<ProviderDispute[]> {
    return await this.#client.call('disputes.list', async (stripe) => {
      const all: ProviderDispute[] = [];
      for await (const one of stripe.disputes.list({ created: { gte: since }, limit: 100 })) {
        all.push(toDispute(one));
      }
      return all;
    });
  }

  /** The invoice a payment was for; since basil a payment no longer says so itself. */
  async findInvoiceOfPayment(paymentIntentId: string): Promise<ProviderInvoice | undefined> {
    return await this.#client.call('invoicePayments.list', async (stripe) => {
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
    try {
      return toEvent(this.#client.constructEvent(body, signature, this.#webhookSecret, EVENT_TOLERANCE));
    } catch {
      // Its message tells how the signature was made wrongly; whoever sent it need not know.
      return undefined;
    }
  }
}
