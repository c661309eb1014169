import type { ProviderSubscription } from './billing.provider.ts';
import type { StripeClient } from './billing.stripe-client.ts';
import { toSubscription } from './billing.stripe-objects.ts';

/** What we ask of Stripe about subscriptions; throws as StripeProvider does. */
export class StripeSubscriptions {
  readonly #client: StripeClient;

  constructor(client: StripeClient) {
    this.#client = client;
  }

  /** All there ever were, ended ones too. */
  async list(customerId: string): Promise<ProviderSubscription[]> {
    return await this.#client.call('subscriptions.list', async (stripe) => {
      const all: ProviderSubscription[] = [];
      const pages = stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
      for await (const one of pages) all.push(toSubscription(one));
      return all;
    });
  }

  /** Ends now. Its open invoices stay payable, so they go first. */
  async end(subscriptionId: string): Promise<void> {
    await this.#client.call('subscriptions.cancel', (stripe) => stripe.subscriptions.cancel(subscriptionId));
  }

  /** Begins one that is paid first: `incomplete` until the browser has confirmed the invoice's payment. */
  async create(
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

  /**
   * Another price from the next invoice on; nothing is charged or given back now.
   * @returns it as it is then: in the next period already, when the renewal came first
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
}
