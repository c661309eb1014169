import { MAX_LISTED, type ProviderClient } from './provider.client.ts';
import { toInvoice, toSubscription } from './provider.objects.ts';
import type { ProviderInvoice, ProviderSubscription } from './provider.types.ts';

/** What we ask of Stripe about subscriptions; throws as PaymentProvider does. */
export class ProviderSubscriptions {
  readonly #client: ProviderClient;

  constructor(client: ProviderClient) {
    this.#client = client;
  }

  /** All of a customer's, ended ones included, with the customer's own card. */
  async list(customerId: string): Promise<ProviderSubscription[]> {
    const list = await this.#client.call('subscriptions.list', (stripe) =>
      stripe.subscriptions
        .list({
          customer: customerId,
          status: 'all',
          limit: 100,
          expand: ['data.customer', 'data.discounts.source.coupon'],
        })
        .autoPagingToArray({ limit: MAX_LISTED }),
    );
    return list.map(toSubscription);
  }

  /** Ends now. Void its open invoices first: they stay payable. */
  async end(subscriptionId: string): Promise<void> {
    await this.#client.call('subscriptions.cancel', (stripe) => stripe.subscriptions.cancel(subscriptionId));
  }

  /** Creates one that is `incomplete` until the browser has confirmed its first payment, whose secret comes with it. */
  async create(
    call: {
      customerId: string;
      priceId: string;
      promotionCodeId: string | undefined;
      isTaxed: boolean;
      metadata: Record<string, string>;
    },
    key: string,
  ): Promise<{ subscription: ProviderSubscription; invoice: ProviderInvoice }> {
    const made = await this.#client.call('subscriptions.create', (stripe) =>
      stripe.subscriptions.create(
        {
          customer: call.customerId,
          items: [{ price: call.priceId }],
          payment_behavior: 'default_incomplete',
          // Off by default, and then the first renewal has no card.
          payment_settings: {
            save_default_payment_method: 'on_subscription',
            payment_method_types: ['card'],
          },
          metadata: call.metadata,
          ...(call.isTaxed ? { automatic_tax: { enabled: true } } : {}),
          ...(call.promotionCodeId === undefined
            ? {}
            : { discounts: [{ promotion_code: call.promotionCodeId }] }),
          expand: ['latest_invoice.confirmation_secret'],
        },
        { idempotencyKey: key },
      ),
    );
    const { latest_invoice: invoice } = made;
    if (invoice === null || typeof invoice === 'string')
      throw new Error(`${made.id} came without its invoice.`);
    return { subscription: toSubscription(made), invoice: toInvoice(invoice) };
  }

  /** What an upgrade would cost now. */
  async previewUpgrade(
    customerId: string,
    subscription: ProviderSubscription,
    priceId: string,
  ): Promise<{ amountDueCents: number; currency: string; prorationDate: number }> {
    const preview = await this.#client.call('invoices.createPreview', (stripe) =>
      stripe.invoices.createPreview({
        customer: customerId,
        subscription: subscription.id,
        subscription_details: {
          items: [{ id: subscription.itemId, price: priceId }],
          proration_behavior: 'always_invoice',
        },
      }),
    );
    const date = preview.parent?.subscription_details?.subscription_proration_date;
    return {
      amountDueCents: preview.amount_due,
      currency: preview.currency,
      prorationDate: date ?? Math.floor(Date.now() / 1000),
    };
  }

  /**
   * Charges the difference, and changes the plan only when that is paid (`pending_if_incomplete`; by default the plan
   * changes whatever the card says).
   */
  async upgrade(
    subscription: ProviderSubscription,
    priceId: string,
    prorationDate: number | undefined,
  ): Promise<ProviderSubscription> {
    const changed = await this.#client.call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(subscription.id, {
        // Without the item's id a second item would be added, and both charged.
        items: [{ id: subscription.itemId, price: priceId }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        ...(prorationDate === undefined ? {} : { proration_date: prorationDate }),
      }),
    );
    return toSubscription(changed);
  }

  /** What a month that begins now would cost. */
  async previewRestart(
    customerId: string,
    { id, itemId, priceId }: ProviderSubscription,
  ): Promise<{ amountDueCents: number; currency: string }> {
    const preview = await this.#client.call('invoices.createPreview', (stripe) =>
      stripe.invoices.createPreview({
        customer: customerId,
        subscription: id,
        subscription_details: {
          items: [{ id: itemId, price: priceId }],
          billing_cycle_anchor: { type: 'now' },
          proration_behavior: 'none',
        },
      }),
    );
    return { amountDueCents: preview.amount_due, currency: preview.currency };
  }

  /** Charges a month that begins now; when it is not paid, everything stays as it was. */
  async restart({ id, itemId, priceId }: ProviderSubscription): Promise<ProviderSubscription> {
    const changed = await this.#client.call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(id, {
        items: [{ id: itemId, price: priceId }],
        billing_cycle_anchor: { type: 'now' },
        proration_behavior: 'none',
        payment_behavior: 'pending_if_incomplete',
      }),
    );
    return toSubscription(changed);
  }

  /**
   * Sets the price from the next invoice on, without proration.
   * @returns the subscription afterwards: already in its next period when the renewal came first
   */
  async setNextPrice(
    subscription: ProviderSubscription,
    priceId: string,
    metadata: Record<string, string>,
  ): Promise<ProviderSubscription> {
    const changed = await this.#client.call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(subscription.id, {
        items: [{ id: subscription.itemId, price: priceId }],
        proration_behavior: 'none',
        metadata,
      }),
    );
    return toSubscription(changed);
  }

  /** The card it is charged to from now on. */
  async setCard(subscriptionId: string, cardId: string, metadata: Record<string, string>): Promise<void> {
    await this.#client.call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(subscriptionId, { default_payment_method: cardId, metadata }),
    );
  }

  async addCoupon(subscriptionId: string, coupon: string): Promise<void> {
    await this.#client.call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(subscriptionId, { discounts: [{ coupon }] }),
    );
  }

  /** Its bills are voided until then. @param until unix seconds; null charges them again */
  async skipInvoices(
    subscriptionId: string,
    until: number | null,
    metadata: Record<string, string> = {},
  ): Promise<void> {
    await this.#client.call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(subscriptionId, {
        pause_collection: until === null ? '' : { behavior: 'void', resumes_at: until },
        metadata,
      }),
    );
  }

  async endWithPeriod(subscriptionId: string): Promise<void> {
    await this.#client.call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }),
    );
  }

  /** Undoes a planned end, whichever of its two forms it has: the provider's own pages set only the second. */
  async undoCancel(subscription: ProviderSubscription): Promise<void> {
    await this.#client.call('subscriptions.update', (stripe) =>
      stripe.subscriptions.update(
        subscription.id,
        subscription.isEndingWithPeriod ? { cancel_at_period_end: false } : { cancel_at: '' },
      ),
    );
  }
}
