import type Stripe from 'stripe';
import {
  isSuspending,
  type OrderPayment,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderInvoice,
  type ProviderSubscription,
} from './billing.provider.ts';
import { type PaymentSettings, type ProviderLog, StripeClient } from './billing.stripe-client.ts';
import {
  idOf,
  toDispute,
  toEvent,
  toInvoice,
  toOrderPayment,
  toSubscription,
} from './billing.stripe-objects.ts';

export type { PaymentSettings, ProviderLog } from './billing.stripe-client.ts';

/** Seconds a note's time may lie off ours, either way. */
const EVENT_TOLERANCE = 300;

/** One for everything that is sold here: a customer's subscriptions must share it. */
export const CURRENCY = 'usd';

/**
 * What we ask of Stripe: with the two files beside it the only one that knows its SDK. Facts about its API, version
 * 2026-10-28.endive, stand in docs/decisions/0010-payments.md.
 *
 * Every method throws HttpProblem 503 while the provider is away, and ProviderRefusal when it says no.
 */
export class StripeProvider {
  readonly #client: StripeClient;
  readonly #webhookSecret: string;

  constructor(settings: PaymentSettings, log: ProviderLog) {
    this.#client = new StripeClient(settings, log);
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

  /** All there ever were, ended ones too. */
  async listSubscriptions(customerId: string): Promise<ProviderSubscription[]> {
    const list = await this.#client.call('subscriptions.list', async (stripe) => {
      const all: Stripe.Subscription[] = [];
      const pages = stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
      for await (const one of pages) all.push(one);
      return all;
    });
    return list.map(toSubscription);
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

  /** Ends now, for subscriptions nobody has paid. */
  async endSubscription(subscriptionId: string): Promise<void> {
    await this.#client.call('subscriptions.cancel', (stripe) => stripe.subscriptions.cancel(subscriptionId));
  }

  /** Begins one that is paid first: `incomplete` until the browser has confirmed the invoice's payment. */
  async createSubscription(
    call: { customerId: string; memberId: string; priceId: string },
    key: string,
  ): Promise<ProviderSubscription> {
    const made = await this.#client.call('subscriptions.create', (stripe) =>
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
    const preview = await this.#client.call('invoices.createPreview', (stripe) =>
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
    const changed = await this.#client.call('subscriptions.update', (stripe) =>
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
    await this.#client.call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(subscription.id, {
        items: [{ id: subscription.itemId, price: priceId }],
        proration_behavior: 'none',
        metadata,
      }),
    );
  }

  async endWithPeriod(subscriptionId: string): Promise<void> {
    await this.#client.call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }),
    );
  }

  /** Takes an end back, whichever of its two forms it has: the provider's own pages set only the second. */
  async goOn(subscription: ProviderSubscription): Promise<void> {
    await this.#client.call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(
        subscription.id,
        subscription.isEndingWithPeriod ? { cancel_at_period_end: false } : { cancel_at: '' },
      ),
    );
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
    return { ...payment, isDisputed: data.some(isSuspending) };
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
