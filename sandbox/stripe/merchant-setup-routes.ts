// What `npm run billing:setup` and `billing:doctor` ask: the products, prices, webhook endpoint and portal of the seller.
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { API_VERSION } from './account.ts';
import { invalidParameter } from './errors.ts';
import { flag, nothing, pageOf, pageSchema, type Route, route, whole } from './route.ts';
import { REGISTERED } from './tax.ts';

/** Names the sandbox does not know are never sent. */
const eventNames = z.array(
  z.custom<Stripe.WebhookEndpointCreateParams.EnabledEvent>((name) => typeof name === 'string'),
);

const on = z.strictObject({ enabled: flag });

/** What of themselves customers may change there. */
const customerUpdate = z.strictObject({
  enabled: flag,
  allowed_updates: z.array(z.enum(['name', 'address', 'tax_id'])),
});

export const SELLER_ROUTES: readonly Route[] = [
  route('GET /v1/coupons/:id', 'coupons.retrieve', nothing, ({ tables }, _params, id) =>
    tables.coupons.require(id),
  ),
  route('GET /v1/prices/:id', 'prices.retrieve', nothing, ({ tables }, _params, id) =>
    tables.prices.require(id),
  ),
  route('GET /v1/products/:id', 'products.retrieve', nothing, ({ tables }, _params, id) =>
    tables.products.require(id),
  ),
  route(
    'GET /v1/promotion_codes',
    'promotionCodes.list',
    pageSchema({
      active: flag.refine((isActive) => isActive),
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
  route(
    'POST /v1/products',
    'products.create',
    z.strictObject({ id: z.string(), name: z.string() }),
    ({ tables }, product) => {
      if (!tables.products.find(product.id)) return tables.products.add(product);
      throw invalidParameter('id', 'Product already exists.', 'resource_already_exists');
    },
  ),
  route('GET /v1/prices', 'prices.list', pageSchema({ product: z.string() }), ({ tables }, params) =>
    pageOf(tables.prices, params, ({ product }) => product === params.product),
  ),
  route(
    'POST /v1/prices',
    'prices.create',
    z.strictObject({
      product: z.string(),
      currency: z.literal('usd'),
      unit_amount: whole(1),
      recurring: z.strictObject({ interval: z.literal('month') }),
      tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).default('unspecified'),
      nickname: z.string(),
    }),
    ({ tables }, params) => {
      tables.products.require(params.product, 'product');
      return tables.prices.add({
        ...params,
        active: true,
        recurring: { interval: 'month', interval_count: 1 },
      });
    },
  ),
  route('GET /v1/webhook_endpoints', 'webhookEndpoints.list', pageSchema({}), ({ tables }, params) =>
    pageOf(tables.webhookEndpoints, params),
  ),
  route(
    'POST /v1/webhook_endpoints',
    'webhookEndpoints.create',
    z.strictObject({
      url: z.string(),
      api_version: z.literal(API_VERSION),
      enabled_events: eventNames,
    }),
    // Its secret is in this one response.
    ({ tables, webhookSecret }, params) => ({
      ...tables.webhookEndpoints.add({ ...params, status: 'enabled' }),
      secret: webhookSecret,
    }),
  ),
  route(
    'POST /v1/webhook_endpoints/:id',
    'webhookEndpoints.update',
    z.strictObject({ enabled_events: eventNames }),
    ({ tables }, params, id) => Object.assign(tables.webhookEndpoints.require(id), params),
  ),
  route(
    'GET /v1/payment_method_configurations',
    'paymentMethodConfigurations.list',
    pageSchema({}),
    ({ tables }, params) => pageOf(tables.methodConfigurations, params),
  ),
  route('GET /v1/tax/settings', 'tax.settings.retrieve', nothing, () => ({
    object: 'tax.settings' as const,
    status: 'active' as const,
    status_details: { active: {} },
  })),
  route(
    'GET /v1/tax/registrations',
    'tax.registrations.list',
    pageSchema({ status: z.literal('active') }),
    () => ({
      object: 'list' as const,
      has_more: false,
      data: REGISTERED.map((country) => ({
        object: 'tax.registration' as const,
        country,
        status: 'active' as const,
      })),
    }),
  ),
  route(
    'GET /v1/billing_portal/configurations',
    'billingPortal.configurations.list',
    pageSchema({ active: flag }),
    ({ tables }, params) => pageOf(tables.portals, params, ({ active }) => active === params.active),
  ),
  route(
    'POST /v1/billing_portal/configurations',
    'billingPortal.configurations.create',
    z.strictObject({
      name: z.string(),
      default_return_url: z.string(),
      features: z.strictObject({
        payment_method_update: on,
        invoice_history: on,
        customer_update: customerUpdate.default({ enabled: false, allowed_updates: [] }),
      }),
    }),
    ({ tables }, { name, features }) =>
      tables.portals.add({ active: true, is_default: false, name, features }),
  ),
  route(
    'POST /v1/billing_portal/configurations/:id',
    'billingPortal.configurations.update',
    z.strictObject({ features: z.strictObject({ customer_update: customerUpdate }) }),
    ({ tables }, { features }, id) => {
      const portal = tables.portals.require(id);
      Object.assign(portal.features, features);
      return portal;
    },
  ),
];
