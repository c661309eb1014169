import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Account } from './account.ts';
import { withDiscounts } from './discounts.ts';
import { invalidParameter } from './errors.ts';
import { INVOICE_ROUTES } from './invoice-routes.ts';
import { withSecret } from './invoices.ts';
import { SELLER_ROUTES } from './merchant-setup-routes.ts';
import { cancelPaymentIntent, createPaymentIntent } from './payment-intents.ts';
import type { Customer } from './records.ts';
import { metadata, nothing, pageOf, pageSchema, type Route, route, whole } from './route.ts';
import { endSubscription, hasEnded } from './subscription-state.ts';
import {
  cancelSubscription,
  createParams,
  createSubscription,
  requireCustomer,
  updateParams,
  updateSubscription,
} from './subscriptions.ts';
import { requireTaxLocation } from './tax.ts';

/** What the app calls (server/features/billing), and what its tests need besides. */
const ROUTES: readonly Route[] = [
  route(
    'POST /v1/customers',
    'customers.create',
    z.strictObject({ email: z.string(), metadata }),
    ({ tables }, { email, metadata: given = {} }) =>
      tables.customers.add({
        address: null,
        balance: 0,
        email,
        invoice_settings: { default_payment_method: null },
        metadata: given,
      }),
  ),
  route('GET /v1/customers/:id', 'customers.retrieve', nothing, (account, _params, id) =>
    showCustomer(account, account.tables.customers.require(id)),
  ),
  route(
    'POST /v1/customers/:id',
    'customers.update',
    z.strictObject({
      email: z.string().optional(),
      address: z.strictObject({ country: z.string(), postal_code: z.string() }).optional(),
      tax: z.strictObject({ validate_location: z.literal('immediately') }).optional(),
    }),
    (account, { email, address }, id) => {
      const customer = requireCustomer(account, id, 'id');
      if (address) requireTaxLocation(address);
      account.change(customer, {
        email: email ?? customer.email,
        address: address ?? customer.address,
      });
      return customer;
    },
  ),
  route('DELETE /v1/customers/:id', 'customers.del', nothing, (account, _params, id) =>
    deleteCustomer(account, requireCustomer(account, id, 'id')),
  ),
  route(
    'POST /v1/billing_portal/sessions',
    'billingPortal.sessions.create',
    z.strictObject({
      customer: z.string(),
      return_url: z.string(),
      configuration: z.string().optional(),
      flow_data: z.strictObject({ type: z.literal('payment_method_update') }).optional(),
    }),
    (account, { customer, return_url, configuration, flow_data: flow = null }) => {
      const { portals, portalSessions } = account.tables;
      requireCustomer(account, customer);
      if (configuration) portals.require(configuration, 'configuration');
      if (!/^https?:\/\//.test(return_url))
        throw invalidParameter('return_url', 'Not a valid URL.', 'url_invalid');
      // Lets everybody who has it into the customer's pages.
      const url = `${account.origin}/portal/${randomBytes(16).toString('hex')}`;
      // One of the account's own, where the call names no other.
      return portalSessions.add({
        customer,
        return_url,
        configuration: configuration ?? 'bpc_sandbox',
        flow,
        url,
      });
    },
  ),
  route('POST /v1/subscriptions', 'subscriptions.create', createParams, (account, params) => {
    const made = createSubscription(account, params);
    if (!params.expand) return made;
    const invoice = account.tables.invoices.require(made.latest_invoice ?? '');
    return { ...made, latest_invoice: withSecret(account, invoice) };
  }),
  route(
    'GET /v1/subscriptions',
    'subscriptions.list',
    pageSchema({
      customer: z.string(),
      status: z.literal('all'),
      expand: z.tuple([z.literal('data.customer')], z.literal('data.discounts.source.coupon')).optional(),
    }),
    (account, params) => {
      const { tables } = account;
      const page = pageOf(tables.subscriptions, params, ({ customer }) => customer === params.customer);
      const found = tables.customers.find(params.customer);
      if (!params.expand || !found) return page;
      const customer = showCustomer(account, found);
      return { ...page, data: page.data.map((one) => ({ ...withDiscounts(account, one), customer })) };
    },
  ),
  route('POST /v1/subscriptions/:id', 'subscriptions.update', updateParams, (account, params, id) =>
    updateSubscription(account, account.tables.subscriptions.require(id), params),
  ),
  route('DELETE /v1/subscriptions/:id', 'subscriptions.cancel', nothing, (account, _params, id) =>
    cancelSubscription(account, id),
  ),
  route('GET /v1/payment_methods/:id', 'paymentMethods.retrieve', nothing, ({ tables }, _params, id) => {
    const { object, customer, brand, last4, exp_month, exp_year } = tables.paymentMethods.require(id);
    return { id, object, type: 'card' as const, customer, card: { brand, last4, exp_month, exp_year } };
  }),
  route(
    'POST /v1/payment_intents',
    'paymentIntents.create',
    z.strictObject({
      amount: whole(),
      currency: z.literal('usd'),
      customer: z.string(),
      description: z.string(),
      allowed_payment_method_types: z.tuple([z.literal('card')]),
      metadata,
    }),
    createPaymentIntent,
  ),
  route('POST /v1/payment_intents/:id/cancel', 'paymentIntents.cancel', nothing, ({ tables }, _params, id) =>
    cancelPaymentIntent(tables.paymentIntents.require(id)),
  ),
  route(
    'GET /v1/payment_intents/:id',
    'paymentIntents.retrieve',
    z.strictObject({ expand: z.tuple([z.literal('latest_charge')]).optional() }),
    ({ tables }, { expand }, id) => {
      const intent = tables.paymentIntents.require(id);
      const charge = tables.charges.find(intent.latest_charge) ?? null;
      return expand ? { ...intent, latest_charge: charge } : intent;
    },
  ),
  route('GET /v1/disputes/:id', 'disputes.retrieve', nothing, ({ tables }, _params, id) =>
    tables.disputes.require(id),
  ),
  route(
    'GET /v1/disputes',
    'disputes.list',
    pageSchema({
      payment_intent: z.string().optional(),
      created: z.strictObject({ gte: whole() }).optional(),
    }),
    ({ tables }, params) =>
      pageOf(
        tables.disputes,
        params,
        ({ payment_intent: intent, created }) =>
          (params.payment_intent ?? intent) === intent && created >= (params.created?.gte ?? 0),
      ),
  ),
  ...INVOICE_ROUTES,
  ...SELLER_ROUTES,
];

/** @param path without the query. @returns the object's id with it; empty for calls about none */
export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const found of ROUTES) {
    const pattern = new RegExp(`^${found.path.replace(':id', '(?<id>[^/]+)')}$`);
    const match = found.method === method ? pattern.exec(path) : null;
    if (match) return { route: found, id: match.groups?.['id'] ?? '' };
  }
  return undefined;
}

/** As the API shows it: of a deleted one no more than that. */
function showCustomer({ internals }: Account, customer: Customer) {
  return internals.deletedCustomers[customer.id] ? showDeleted(customer) : customer;
}

const showDeleted = ({ id, object }: Customer) => ({ id, object, deleted: true as const });

/** Ends the subscriptions of a customer with it, at once. */
function deleteCustomer(account: Account, customer: Customer) {
  for (const subscription of account.tables.subscriptions.where((one) => one.customer === customer.id)) {
    if (!hasEnded(subscription)) endSubscription(account, subscription);
  }
  account.emit('customer.deleted', customer);
  account.internals.deletedCustomers[customer.id] = true;
  return showDeleted(customer);
}
