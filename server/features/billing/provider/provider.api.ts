import type { BillingAddress, Bills } from '#contract/billing.ts';
import { type ApiKeyMonitor, MAX_LISTED, ProviderClient, type ProviderLog } from './provider.client.ts';
import {
  cardOf,
  idOf,
  kindOf,
  toBill,
  toBillingAddress,
  toDispute,
  toEvent,
  toInvoice,
  toTerms,
} from './provider.objects.ts';
import { ProviderOrders } from './provider.orders.ts';
import type { PaymentSettings, TaxKind } from './provider.settings.ts';
import { ProviderSubscriptions } from './provider.subscriptions.ts';
import type {
  CouponTerms,
  PromotionCode,
  ProviderBill,
  ProviderDispute,
  ProviderEvent,
  ProviderInvoice,
} from './provider.types.ts';

/** Seconds an event's time may differ from ours, either way. */
const EVENT_TOLERANCE = 300;

/**
 * The calls we make to Stripe. Facts about its API, version 2026-10-28.endive, are in docs/decisions/0010-payments.md.
 *
 * Every method throws HttpProblem 503 while the provider is unavailable, and ProviderRequestError when it says no.
 */
export class PaymentProvider {
  readonly subscriptions: ProviderSubscriptions;
  readonly orders: ProviderOrders;
  readonly #client: ProviderClient;
  readonly #webhookSecret: string;
  readonly #portal: string | undefined;

  constructor(settings: PaymentSettings, log: ProviderLog, watch: ApiKeyMonitor) {
    this.#client = new ProviderClient(settings, log, watch);
    this.subscriptions = new ProviderSubscriptions(this.#client);
    this.orders = new ProviderOrders(this.#client);
    this.#webhookSecret = settings.webhookSecret;
    this.#portal = settings.portalConfiguration;
  }

  /** @param key idempotency key: repeated after a lost response, it creates no second customer */
  async createCustomer(memberId: string, email: string, key: string): Promise<string> {
    const made = await this.#client.call('customers.create', (stripe) =>
      stripe.customers.create({ email, metadata: { userId: memberId } }, { idempotencyKey: key }),
    );
    return made.id;
  }

  async setCustomerEmail(customerId: string, email: string): Promise<void> {
    await this.#client.call('customers.update', (stripe) => stripe.customers.update(customerId, { email }));
  }

  /** Where tax is computed for. @throws ProviderRequestError for an address it does not know */
  async setCustomerAddress(customerId: string, { country, postalCode }: BillingAddress): Promise<void> {
    await this.#client.call('customers.update', (stripe) =>
      stripe.customers.update(customerId, {
        address: { country: country ?? '', postal_code: postalCode ?? '' },
        tax: { validate_location: 'immediately' },
      }),
    );
  }

  /** Undefined where it does not exist, or was deleted. */
  async findCustomer(
    customerId: string,
  ): Promise<{ cardId: string | null; place: BillingAddress } | undefined> {
    const found = await this.#client.find('customers.retrieve', (stripe) =>
      stripe.customers.retrieve(customerId),
    );
    if (found === undefined || found.deleted === true) return undefined;
    return { cardId: cardOf(found), place: toBillingAddress(found.address) };
  }

  async hasCustomer(customerId: string): Promise<boolean> {
    return (await this.findCustomer(customerId)) !== undefined;
  }

  /** What is charged, if the price is for sale and monthly. */
  async findMonthlyPrice(
    priceId: string,
  ): Promise<{ cents: number; currency: string; tax: TaxKind | null } | undefined> {
    const price = await this.#client.find('prices.retrieve', (stripe) => stripe.prices.retrieve(priceId));
    const { interval, interval_count: count } = price?.recurring ?? {};
    if (!price?.active || interval !== 'month' || count !== 1 || price.unit_amount === null) return undefined;
    const { unit_amount: cents, currency, tax_behavior: behavior } = price;
    const isSaid = behavior === 'exclusive' || behavior === 'inclusive';
    return { cents, currency, tax: isSaid ? kindOf(behavior) : null };
  }

  /** Undefined where there is no such coupon, or it has expired. */
  async findCoupon(id: string): Promise<CouponTerms | undefined> {
    const coupon = await this.#client.find('coupons.retrieve', (stripe) => stripe.coupons.retrieve(id));
    return coupon?.valid ? toTerms(coupon) : undefined;
  }

  /** Undefined for a code that is unknown or over. */
  async findPromotionCode(code: string): Promise<PromotionCode | undefined> {
    const { data } = await this.#client.call('promotionCodes.list', (stripe) =>
      stripe.promotionCodes.list({ active: true, code, limit: 1, expand: ['data.promotion.coupon'] }),
    );
    const [found] = data;
    const coupon = found?.promotion.coupon;
    if (found === undefined || coupon == null || typeof coupon === 'string' || !coupon.valid)
      return undefined;
    const terms = toTerms(coupon);
    const { minimum_amount: minimumCents } = found.restrictions;
    return terms && { ...terms, id: found.id, code: found.code, minimumCents };
  }

  async listInvoices(customerId: string, status: 'open' | 'draft'): Promise<ProviderInvoice[]> {
    const list = await this.#client.call('invoices.list', (stripe) =>
      stripe.invoices
        .list({ customer: customerId, status, limit: 100 })
        .autoPagingToArray({ limit: MAX_LISTED }),
    );
    return list.map(toInvoice);
  }

  /** The newest of a subscription. */
  async findLastPaidInvoice(
    customerId: string,
    subscriptionId: string,
  ): Promise<ProviderInvoice | undefined> {
    const { data } = await this.#client.call('invoices.list', (stripe) =>
      stripe.invoices.list({ customer: customerId, subscription: subscriptionId, status: 'paid', limit: 1 }),
    );
    return data[0] && toInvoice(data[0]);
  }

  /** Tries this card, without its owner. @throws ProviderRequestError when it is not paid then */
  async payInvoice(invoiceId: string, cardId: string): Promise<void> {
    await this.#client.call('invoices.pay', (stripe) =>
      stripe.invoices.pay(invoiceId, { payment_method: cardId }),
    );
  }

  /** With its secret. */
  async readInvoice(invoiceId: string): Promise<ProviderInvoice> {
    const invoice = await this.#client.call('invoices.retrieve', (stripe) =>
      stripe.invoices.retrieve(invoiceId, { expand: ['confirmation_secret'] }),
    );
    return toInvoice(invoice);
  }

  /** The status of an invoice's payment; undefined when it has none. */
  async readPaymentStatus(invoiceId: string): Promise<string | undefined> {
    return await this.#client.call('invoicePayments.list', async (stripe) => {
      const expand = ['data.payment.payment_intent'];
      const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, limit: 20, expand });
      const { payment } = data.find((candidate) => candidate.is_default) ?? data[0] ?? {};
      const intent = payment?.payment_intent;
      return typeof intent === 'object' ? intent.status : undefined;
    });
  }

  /** A draft that nobody collects becomes open. @throws ProviderRequestError when it is no draft any more */
  async finalizeInvoice(invoiceId: string): Promise<void> {
    await this.#client.call('invoices.finalizeInvoice', (stripe) =>
      stripe.invoices.finalizeInvoice(invoiceId, { auto_advance: false }),
    );
  }

  /** @throws ProviderRequestError when it is already paid: the guard an old tab cannot bypass */
  async voidInvoice(invoiceId: string): Promise<void> {
    await this.#client.call('invoices.voidInvoice', (stripe) => stripe.invoices.voidInvoice(invoiceId));
  }

  /** The latest of a customer, without drafts and what was begun and not paid. */
  async listBills(customerId: string): Promise<ProviderBill[]> {
    const { data } = await this.#client.call('invoices.list', (stripe) =>
      stripe.invoices.list({ customer: customerId, limit: 24 }),
    );
    return data
      .filter(({ status, metadata, billing_reason: reason }) => {
        const isFirst = metadata?.['orderId'] !== undefined || reason === 'subscription_create';
        return status === 'paid' || !(status === 'draft' || isFirst);
      })
      .map(toBill);
  }

  async readBill(invoiceId: string): Promise<ProviderBill> {
    return toBill(
      await this.#client.call('invoices.retrieve', (stripe) => stripe.invoices.retrieve(invoiceId)),
    );
  }

  /** What a receipt shows of a card. */
  async findCard(cardId: string): Promise<Bills['card']> {
    const method = await this.#client.find('paymentMethods.retrieve', (stripe) =>
      stripe.paymentMethods.retrieve(cardId),
    );
    if (!method?.card) return null;
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
    return { brand, last4, expMonth, expYear };
  }

  /** A single-use page at the provider. Its URL is a credential: never log it. */
  async openPortal(customerId: string, purpose: 'invoices' | 'card', returnUrl: string): Promise<string> {
    const session = await this.#client.call('billingPortal.sessions.create', (stripe) =>
      stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        ...(this.#portal === undefined ? {} : { configuration: this.#portal }),
        ...(purpose === 'card' ? { flow_data: { type: 'payment_method_update' as const } } : {}),
      }),
    );
    return session.url;
  }

  /**
   * Gives all of a paid invoice back, with the document that says so.
   * @param key idempotency key
   */
  async refundInvoice({ id, amountPaidCents }: ProviderInvoice, key: string): Promise<void> {
    await this.#client.call('creditNotes.create', (stripe) =>
      stripe.creditNotes.create(
        { invoice: id, amount: amountPaidCents, refund_amount: amountPaidCents },
        { idempotencyKey: key },
      ),
    );
  }

  async readDispute(disputeId: string): Promise<ProviderDispute> {
    return toDispute(
      await this.#client.call('disputes.retrieve', (stripe) => stripe.disputes.retrieve(disputeId)),
    );
  }

  /** @param since unix seconds */
  async listDisputes(since: number): Promise<ProviderDispute[]> {
    const list = await this.#client.call('disputes.list', (stripe) =>
      stripe.disputes.list({ created: { gte: since }, limit: 100 }).autoPagingToArray({ limit: MAX_LISTED }),
    );
    return list.map(toDispute);
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
   * Reads an event that is signed correctly and neither too old nor from the future (the SDK accepts the latter).
   * @param body the bytes as they came
   * @returns undefined for anything else
   */
  readEvent(body: Buffer, signature: string): ProviderEvent | undefined {
    const time = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
    // NaN compares false.
    if (!(time - Date.now() / 1000 <= EVENT_TOLERANCE)) return undefined;
    try {
      return toEvent(this.#client.constructEvent(body, signature, this.#webhookSecret, EVENT_TOLERANCE));
    } catch {
      // Its message says what is wrong with the signature, which the sender must not learn.
      return undefined;
    }
  }
}
