// What `npm run billing:setup` and `billing:doctor` ask: the products, prices, webhook endpoint and portal of the seller.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Account, API_VERSION } from './account.ts';
import { invalidParameter } from './errors.ts';
import { pageOf, pageSchema } from './listing.ts';
import type { Product, WebhookEndpoint } from './merchant-setup-records.ts';
import type { Price } from './records.ts';
import { type Route, route } from './route.ts';
import { REGISTERED } from './tax.ts';

const nothing = z.strictObject({});
const on = z.strictObject({ enabled: z.boolean() });

const productParams = z.strictObject({ id: z.string(), name: z.string() });

const priceParams = z.strictObject({
  product: z.string(),
  currency: z.literal('usd'),
  unit_amount: z.int().min(1),
  recurring: z.strictObject({ interval: z.literal('month') }),
  tax_behavior: z.enum(['exclusive', 'inclusive']).optional(),
  nickname: z.string(),
});

const endpointParams = z.strictObject({
  url: z.string(),
  api_version: z.literal(API_VERSION),
  enabled_events: z.array(z.string()),
});

/** What of themselves customers may change there. */
const customerUpdate = z.strictObject({
  enabled: z.boolean(),
  allowed_updates: z.array(z.enum(['name', 'address', 'tax_id'])),
});

const portalParams = z.strictObject({
  name: z.string(),
  default_return_url: z.string(),
  features: z.strictObject({
    payment_method_update: on,
    invoice_history: on,
    customer_update: customerUpdate.optional(),
  }),
});

const portalChange = z.strictObject({ features: z.strictObject({ customer_update: customerUpdate }) });

export const SELLER_ROUTES: readonly Route[] = [
  route('GET /v1/coupons/:id', 'coupons.retrieve', nothing, ({ tables }, _params, id) =>
    tables.coupons.require(id),
  ),
  route(
    'GET /v1/promotion_codes',
    'promotionCodes.list',
    pageSchema({
      active: z.literal(true),
      code: z.string(),
      expand: z.tuple([z.literal('data.promotion.coupon')]),
    }),
    ({ tables }, params) => {
      const wanted = params.code.toLowerCase();
      const page = pageOf(
        tables.promotionCodes,
        params,
        ({ active, code }) => active && code.toLowerCase() === wanted,
      );
      const data = page.data.map((one) => {
        const coupon = tables.coupons.require(one.promotion.coupon);
        return { ...one, promotion: { ...one.promotion, coupon } };
      });
      return { ...page, data };
    },
  ),
  route('GET /v1/products/:id', 'products.retrieve', nothing, ({ tables }, _params, id) =>
    tables.products.require(id),
  ),
  route('POST /v1/products', 'products.create', productParams, createProduct),
  route('GET /v1/prices', 'prices.list', pageSchema({ product: z.string() }), ({ tables }, params) =>
    pageOf(tables.prices, params, ({ product }) => product === params.product),
  ),
  route('POST /v1/prices', 'prices.create', priceParams, createPrice),
  route('GET /v1/webhook_endpoints', 'webhookEndpoints.list', pageSchema({}), ({ tables }, params) =>
    pageOf(tables.webhookEndpoints, params, () => true),
  ),
  route('POST /v1/webhook_endpoints', 'webhookEndpoints.create', endpointParams, createEndpoint),
  route(
    'POST /v1/webhook_endpoints/:id',
    'webhookEndpoints.update',
    z.strictObject({ enabled_events: z.array(z.string()) }),
    ({ tables }, params, id) => Object.assign(tables.webhookEndpoints.require(id), params),
  ),
  route(
    'GET /v1/payment_method_configurations',
    'paymentMethodConfigurations.list',
    pageSchema({}),
    ({ tables }, params) => pageOf(tables.methodConfigurations, params, () => true),
  ),
  route('GET /v1/tax/settings', 'tax.settings.retrieve', nothing, ({ taxBehavior }) => ({
    object: 'tax.settings',
    defaults: { provider: 'stripe', tax_behavior: taxBehavior, tax_code: null },
    head_office: null,
    status: 'active',
    status_details: { active: {} },
  })),
  route(
    'GET /v1/tax/registrations',
    'tax.registrations.list',
    pageSchema({ status: z.literal('active') }),
    (account) => ({
      object: 'list',
      url: '/v1/tax/registrations',
      has_more: false,
      data: REGISTERED.map((country) => ({
        id: `taxreg_sandbox_${country.toLowerCase()}`,
        object: 'tax.registration',
        active_from: account.now(),
        country,
        country_options: {},
        created: account.now(),
        status: 'active',
      })),
    }),
  ),
  route(
    'GET /v1/billing_portal/configurations',
    'billingPortal.configurations.list',
    pageSchema({ active: z.boolean() }),
    ({ tables }, params) => pageOf(tables.portals, params, ({ active }) => active === params.active),
  ),
  route(
    'POST /v1/billing_portal/configurations',
    'billingPortal.configurations.create',
    portalParams,
    (account, params) =>
      account.tables.portals.add({
        id: account.newId('bpc'),
        object: 'billing_portal.configuration',
        active: true,
        created: account.now(),
        is_default: false,
        name: params.name,
        default_return_url: params.default_return_url,
        features: {
          customer_update: params.features.customer_update ?? { enabled: false, allowed_updates: [] },
          payment_method_update: { ...params.features.payment_method_update },
          invoice_history: { ...params.features.invoice_history },
          subscription_cancel: { enabled: false, mode: 'at_period_end', proration_behavior: 'none' },
          subscription_pause: { enabled: false, duration: { type: 'indefinite' } },
          subscription_update: {
            enabled: false,
            proration_behavior: 'none',
            trial_update_behavior: 'continue_trial',
          },
        },
      }),
  ),
  route(
    'POST /v1/billing_portal/configurations/:id',
    'billingPortal.configurations.update',
    portalChange,
    ({ tables }, { features }, id) => {
      const portal = tables.portals.require(id);
      portal.features.customer_update = { ...features.customer_update };
      return portal;
    },
  ),
];

function createProduct(account: Account, { id, name }: z.infer<typeof productParams>): Product {
  if (account.tables.products.find(id)) {
    throw invalidParameter('id', 'Product already exists.', 'resource_already_exists');
  }
  const created = account.now();
  return account.tables.products.add({
    id,
    object: 'product',
    active: true,
    created,
    name,
    type: 'service',
    updated: created,
  });
}

function createPrice(account: Account, params: z.infer<typeof priceParams>): Price {
  account.tables.products.require(params.product, 'product');
  return account.tables.prices.add({
    id: account.newId('price'),
    object: 'price',
    active: true,
    created: account.now(),
    currency: params.currency,
    metadata: {},
    nickname: params.nickname,
    product: params.product,
    recurring: { interval: 'month', interval_count: 1 },
    tax_behavior: params.tax_behavior ?? 'unspecified',
    type: 'recurring',
    unit_amount: params.unit_amount,
  });
}

/** Its secret is in this one response. That of the app the sandbox was started for is known already. */
function createEndpoint(
  account: Account,
  params: z.infer<typeof endpointParams>,
): WebhookEndpoint & { secret: string } {
  const endpoint = account.tables.webhookEndpoints.add({
    id: account.newId('we'),
    object: 'webhook_endpoint',
    created: account.now(),
    status: 'enabled',
    ...params,
  });
  const { endpointSecrets } = account;
  const secret = endpointSecrets[params.url] ?? `whsec_${randomBytes(24).toString('hex')}`;
  endpointSecrets[params.url] = secret;
  return { ...endpoint, secret };
}
