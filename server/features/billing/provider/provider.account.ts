import Stripe from 'stripe';
import { MAX_LISTED, ProviderClient, type ProviderLog } from './provider.client.ts';
import { idOf, kindOf, toTerms } from './provider.objects.ts';
import type { PaymentSettings, TaxKind } from './provider.settings.ts';
import { CURRENCY } from './provider.settings.ts';
import type { CouponTerms } from './provider.types.ts';

/** The version of the API our code is written for; events come in the version of their endpoint. */
export const API_VERSION: string = Stripe.API_VERSION;

export interface AccountPrice {
  id: string;
  productId: string;
  /** What a month costs, in cents of our currency; null for any other price. */
  monthlyCents: number | null;
  isActive: boolean;
  /** Its tax behavior; null: unspecified. */
  tax: TaxKind | null;
}

/** Whether the provider can compute tax, and why not. */
export interface AccountTax {
  isActive: boolean;
  missing: readonly string[];
  /** Countries where it is collected. */
  registrations: readonly string[];
}

export interface AccountEndpoint {
  id: string;
  url: string;
  version: string | null;
  events: readonly string[];
  isEnabled: boolean;
}

export interface AccountPortal {
  id: string;
  name: string | null;
  isDefault: boolean;
  hasCardUpdate: boolean;
  /** Customers may enter the tax ID of a business there. */
  takesTaxIds: boolean;
}

/** Which ways to pay the account has switched on. */
export interface AccountMethods {
  takesCards: boolean;
  hasLink: boolean;
}

const NO_MONITOR = { refused: () => undefined, accepted: () => undefined };

/** The seller's side of the provider: what has to be there before anybody can pay. For setup and doctor alone. */
export class ProviderAccount {
  readonly #client: ProviderClient;

  constructor(settings: Pick<PaymentSettings, 'secretKey' | 'sandbox'>, log: ProviderLog) {
    this.#client = new ProviderClient(settings, log, NO_MONITOR);
  }

  async findPrice(id: string): Promise<AccountPrice | undefined> {
    const price = await this.#client.find('prices.retrieve', (stripe) => stripe.prices.retrieve(id));
    return price && toPrice(price);
  }

  /** The newest first, archived ones included. */
  async listPrices(product: string): Promise<AccountPrice[]> {
    const list = await this.#client.call('prices.list', (stripe) =>
      stripe.prices.list({ product, limit: 100 }).autoPagingToArray({ limit: MAX_LISTED }),
    );
    return list.map(toPrice);
  }

  async createPrice(of: {
    productId: string;
    name: string;
    monthlyCents: number;
    tax: TaxKind | undefined;
  }): Promise<string> {
    const behavior = of.tax && (of.tax === 'added' ? 'exclusive' : 'inclusive');
    const { id } = await this.#client.call('prices.create', (stripe) =>
      stripe.prices.create({
        product: of.productId,
        currency: CURRENCY,
        unit_amount: of.monthlyCents,
        recurring: { interval: 'month' },
        nickname: of.name,
        ...(behavior === undefined ? {} : { tax_behavior: behavior }),
      }),
    );
    return id;
  }

  /** Undefined where there is no such coupon, or it has expired. */
  async findCoupon(id: string): Promise<CouponTerms | undefined> {
    const coupon = await this.#client.find('coupons.retrieve', (stripe) => stripe.coupons.retrieve(id));
    return coupon?.valid ? toTerms(coupon) : undefined;
  }

  async readTax(): Promise<AccountTax> {
    const { status, status_details: details } = await this.#client.call('tax.settings.retrieve', (stripe) =>
      stripe.tax.settings.retrieve(),
    );
    const { data } = await this.#client.call('tax.registrations.list', (stripe) =>
      stripe.tax.registrations.list({ status: 'active', limit: 100 }),
    );
    return {
      isActive: status === 'active',
      missing: details.pending?.missing_fields ?? [],
      registrations: data.map(({ country }) => country),
    };
  }

  /** Undefined where the account has no settings of its own. */
  async readMethods(): Promise<AccountMethods | undefined> {
    const list = await this.#client.call('paymentMethodConfigurations.list', (stripe) =>
      stripe.paymentMethodConfigurations.list({ limit: 100 }).autoPagingToArray({ limit: MAX_LISTED }),
    );
    const used = list.find(
      (candidate) => candidate.is_default && candidate.active && candidate.application === null,
    );
    return (
      used && {
        takesCards: used.card?.available === true,
        hasLink: used.link?.display_preference.value === 'on',
      }
    );
  }

  async hasProduct(id: string): Promise<boolean> {
    return (
      (await this.#client.find('products.retrieve', (stripe) => stripe.products.retrieve(id))) !== undefined
    );
  }

  async createProduct(id: string, name: string): Promise<void> {
    await this.#client.call('products.create', (stripe) => stripe.products.create({ id, name }));
  }

  async listEndpoints(): Promise<AccountEndpoint[]> {
    const { data } = await this.#client.call('webhookEndpoints.list', (stripe) =>
      stripe.webhookEndpoints.list({ limit: 100 }),
    );
    return data.map(({ id, url, api_version: version, enabled_events: events, status }) => ({
      id,
      url,
      version,
      events,
      isEnabled: status === 'enabled',
    }));
  }

  /** @returns its secret, which is never shown again */
  async createEndpoint(url: string, events: readonly string[]): Promise<string> {
    const made = await this.#client.call('webhookEndpoints.create', (stripe) =>
      stripe.webhookEndpoints.create({
        url,
        api_version: Stripe.API_VERSION,
        // The SDK's own list of names; ours is checked by a test.
        enabled_events: [...events] as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
      }),
    );
    return made.secret ?? '';
  }

  async setEndpointEvents(id: string, events: readonly string[]): Promise<void> {
    await this.#client.call('webhookEndpoints.update', (stripe) =>
      stripe.webhookEndpoints.update(id, {
        enabled_events: [...events] as Stripe.WebhookEndpointUpdateParams.EnabledEvent[],
      }),
    );
  }

  async listPortals(): Promise<AccountPortal[]> {
    const { data } = await this.#client.call('billingPortal.configurations.list', (stripe) =>
      stripe.billingPortal.configurations.list({ active: true, limit: 100 }),
    );
    return data.map(({ id, name, is_default: isDefault, features }) => ({
      id,
      name,
      isDefault,
      hasCardUpdate: features.payment_method_update.enabled,
      takesTaxIds: takesTaxIds(features.customer_update),
    }));
  }

  /** For card and invoices alone: plans are changed and ended here, where a member reads what that costs. */
  async createPortal(name: string, returnUrl: string, isTaxed: boolean): Promise<string> {
    const { id } = await this.#client.call('billingPortal.configurations.create', (stripe) =>
      stripe.billingPortal.configurations.create({
        name,
        default_return_url: returnUrl,
        features: {
          payment_method_update: { enabled: true },
          invoice_history: { enabled: true },
          ...(isTaxed ? { customer_update: FOR_BUSINESSES } : {}),
        },
      }),
    );
    return id;
  }

  async takeTaxIds(portalId: string): Promise<void> {
    await this.#client.call('billingPortal.configurations.update', (stripe) =>
      stripe.billingPortal.configurations.update(portalId, {
        features: { customer_update: FOR_BUSINESSES },
      }),
    );
  }

  /** Seconds our clock is ahead of the provider's; signed events are refused beyond five minutes. */
  async readClockDifference(): Promise<number> {
    const { lastResponse } = await this.#client.call('webhookEndpoints.list', (stripe) =>
      stripe.webhookEndpoints.list({ limit: 1 }),
    );
    return Math.round((Date.now() - Date.parse(lastResponse.headers['date'] ?? '')) / 1000);
  }
}

/** What an invoice of a business has to say. */
const FOR_BUSINESSES = { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] };

const takesTaxIds = (update: { enabled: boolean; allowed_updates: readonly string[] }) =>
  update.enabled && update.allowed_updates.includes('tax_id');

function toPrice(price: Stripe.Price): AccountPrice {
  const { recurring, currency, unit_amount: cents } = price;
  const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1;
  return {
    id: price.id,
    productId: idOf(price.product) ?? '',
    monthlyCents: isMonthly && currency === CURRENCY ? cents : null,
    isActive: price.active,
    tax:
      price.tax_behavior === null || price.tax_behavior === 'unspecified' ? null : kindOf(price.tax_behavior),
  };
}
