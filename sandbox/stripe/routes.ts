import { z } from 'zod';
import type { Account } from './account.ts';
import { withDiscounts } from './discounts.ts';
import { INVOICE_ROUTES } from './invoice-routes.ts';
import { withSecret } from './invoices.ts';
import { pageOf, pageSchema } from './listing.ts';
import { SELLER_ROUTES } from './merchant-setup-routes.ts';
import { payInvoice } from './pay-invoice.ts';
import { cancelPaymentIntent, createPaymentIntent } from './payment-intents.ts';
import { createPortalSession, portalParams } from './portal-sessions.ts';
import type { Customer, PaymentMethod } from './records.ts';
import { type Route, route } from './route.ts';
import { previewChange, previewParams } from './subscription-change.ts';
import { endSubscription, hasEnded, voidInvoiceAndUpdate } from './subscription-state.ts';
import {
  cancelSubscription,
  createParams,
  createSubscription,
  metadata,
  requireCustomer,
  updateParams,
  updateSubscription,
} from './subscriptions.ts';
import { addressParams, toAddress } from './tax.ts';

const nothing = z.strictObject({});
const retrieve = (name: 'prices' | 'disputes') =>
  route(`GET /v1/${name}/:id`, `${name}.retrieve`, nothing, ({ tables }, _params, id) =>
    tables[name].require(id),
  );
/** What the app calls (server/features/billing), and what its tests need besides. */
const ROUTES: readonly Route[] = [
  route(
    'POST /v1/customers',
    'customers.create',
    z.strictObject({ email: z.string(), metadata }),
    createCustomer,
  ),
  route('GET /v1/customers/:id', 'customers.retrieve', nothing, ({ tables }, _params, id) => {
    tables.customers.require(id);
    return showCustomer(tables.customers.find(id)) ?? {};
  }),
  route(
    'POST /v1/customers/:id',
    'customers.update',
    z.strictObject({
      email: z.string().optional(),
      address: addressParams.optional(),
      tax: z.strictObject({ validate_location: z.literal('immediately') }).optional(),
    }),
    (account, { email, address }, id) => {
      const customer = requireCustomer(account, id, 'id');
      const place = address && toAddress(address);
      account.change(customer, 'customer.updated', (changed) => {
        if (email !== undefined) changed.email = email;
        if (place !== undefined) changed.address = place;
      });
      return customer;
    },
  ),
  route('DELETE /v1/customers/:id', 'customers.del', nothing, (account, _params, id) =>
    deleteCustomer(account, requireCustomer(account, id, 'id')),
  ),
  retrieve('prices'),
  route(
    'POST /v1/billing_portal/sessions',
    'billingPortal.sessions.create',
    portalParams,
    (account, params) => {
      requireCustomer(account, params.customer);
      return createPortalSession(account, params);
    },
  ),
  route('POST /v1/subscriptions', 'subscriptions.create', createParams, (account, params) => {
    const made = createSubscription(account, params);
    if (!params.expand) return made;
    return {
      ...made,
      latest_invoice: withSecret(account, account.tables.invoices.require(made.latest_invoice ?? '')),
    };
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
      const customer = showCustomer(tables.customers.find(params.customer));
      if (!params.expand) return page;
      return { ...page, data: page.data.map((one) => ({ ...withDiscounts(account, one), customer })) };
    },
  ),
  route('POST /v1/subscriptions/:id', 'subscriptions.update', updateParams, (account, params, id) =>
    updateSubscription(account, account.tables.subscriptions.require(id), params),
  ),
  route('DELETE /v1/subscriptions/:id', 'subscriptions.cancel', nothing, (account, _params, id) =>
    cancelSubscription(account, id),
  ),
  route(
    'GET /v1/invoices',
    'invoices.list',
    pageSchema({
      customer: z.string(),
      subscription: z.string().optional(),
      status: z.enum(['draft', 'open', 'paid', 'void']).optional(),
    }),
    ({ tables }, params) =>
      pageOf(
        tables.invoices,
        params,
        ({ customer, status, parent }) =>
          customer === params.customer &&
          (params.subscription === undefined ||
            params.subscription === parent?.subscription_details.subscription) &&
          (params.status ?? status) === status,
      ),
  ),
  route('POST /v1/invoices/create_preview', 'invoices.createPreview', previewParams, (account, params) => {
    const subscription = account.tables.subscriptions.require(params.subscription, 'subscription');
    requireCustomer(account, subscription.customer);
    return previewChange(account, subscription, params.subscription_details);
  }),
  route(
    'GET /v1/invoices/:id',
    'invoices.retrieve',
    z.strictObject({ expand: z.tuple([z.literal('confirmation_secret')]).optional() }),
    (account, { expand }, id) => {
      const invoice = account.tables.invoices.require(id);
      return expand ? withSecret(account, invoice) : invoice;
    },
  ),
  route('POST /v1/invoices/:id/void', 'invoices.voidInvoice', nothing, (account, _params, id) =>
    voidInvoiceAndUpdate(account, account.tables.invoices.require(id)),
  ),
  route(
    'POST /v1/invoices/:id/pay',
    'invoices.pay',
    z.strictObject({ payment_method: z.string().optional() }),
    (account, params, id) => {
      const invoice = account.tables.invoices.require(id);
      payInvoice(account, invoice, { use: 'off-session', card: params.payment_method });
      return invoice;
    },
  ),
  route(
    'GET /v1/invoice_payments',
    'invoicePayments.list',
    pageSchema({
      invoice: z.string().optional(),
      payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: z.string() }).optional(),
      expand: z.tuple([z.literal('data.payment.payment_intent')]).optional(),
    }),
    ({ tables }, params) => {
      const page = pageOf(
        tables.invoicePayments,
        params,
        ({ invoice, payment: { payment_intent: intent } }) =>
          (params.invoice ?? invoice) === invoice && (params.payment?.payment_intent ?? intent) === intent,
      );
      if (!params.expand) return page;
      const expanded = page.data.map(({ payment, ...one }) => {
        const intent = tables.paymentIntents.require(payment.payment_intent);
        return { ...one, payment: { ...payment, payment_intent: intent } };
      });
      return { ...page, data: expanded };
    },
  ),
  route('GET /v1/payment_methods/:id', 'paymentMethods.retrieve', nothing, ({ tables }, _params, id) =>
    showCard(tables.paymentMethods.require(id)),
  ),
  route(
    'POST /v1/payment_intents',
    'paymentIntents.create',
    z.strictObject({
      amount: z.int(),
      currency: z.literal('usd'),
      customer: z.string(),
      description: z.string(),
      allowed_payment_method_types: z.tuple([z.literal('card')]),
      metadata,
    }),
    createPaymentIntent,
  ),
  route('POST /v1/payment_intents/:id/cancel', 'paymentIntents.cancel', nothing, (account, _params, id) =>
    cancelPaymentIntent(account, account.tables.paymentIntents.require(id), null),
  ),
  route(
    'GET /v1/payment_intents/:id',
    'paymentIntents.retrieve',
    z.strictObject({ expand: z.tuple([z.literal('latest_charge')]).optional() }),
    ({ tables }, { expand }, id) => {
      const intent = tables.paymentIntents.require(id);
      return expand
        ? { ...intent, latest_charge: tables.charges.find(intent.latest_charge) ?? null }
        : intent;
    },
  ),
  route(
    'GET /v1/disputes',
    'disputes.list',
    pageSchema({
      payment_intent: z.string().optional(),
      created: z.strictObject({ gte: z.int() }).optional(),
    }),
    ({ tables }, params) =>
      pageOf(
        tables.disputes,
        params,
        ({ payment_intent: intent, created }) =>
          (params.payment_intent ?? intent) === intent && created >= (params.created?.gte ?? 0),
      ),
  ),
  retrieve('disputes'),
  ...INVOICE_ROUTES,
  ...SELLER_ROUTES,
];

/** The names of all calls. */
export const OPERATIONS = ROUTES.map(({ operation }) => operation);

/** @param path without the query. @returns the object's id with it; empty for calls about none */
export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const found of ROUTES) {
    const pattern = new RegExp(`^${found.path.replace(':id', '(?<id>[^/]+)')}$`);
    const match = found.method === method ? pattern.exec(path) : null;
    if (match) return { route: found, id: match.groups?.['id'] ?? '' };
  }
  return undefined;
}

function showCard({ id, object, customer, brand, last4, exp_month, exp_year }: PaymentMethod): object {
  const card = { brand, last4, exp_month, exp_year, funding: 'credit' };
  return { id, object, type: 'card', customer, card };
}

/** As the API shows it: of a deleted one no more than that. */
function showCustomer(customer: Customer | undefined): object | undefined {
  return customer?.deleted ? { id: customer.id, object: 'customer', deleted: true } : customer;
}

function createCustomer(
  account: Account,
  { email, metadata: data = {} }: { email: string; metadata?: Record<string, string> | undefined },
): Customer {
  const id = account.newId('cus');
  return account.tables.customers.add({
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: account.now(),
    currency: null,
    email,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { default_payment_method: null },
    metadata: data,
    next_invoice_sequence: 1,
  });
}

/** Ends the subscriptions of a customer with it, at once. */
function deleteCustomer(account: Account, customer: Customer): object {
  for (const subscription of account.tables.subscriptions.where((one) => one.customer === customer.id)) {
    if (!hasEnded(subscription)) endSubscription(account, subscription);
  }
  account.emit('customer.deleted', customer);
  customer.deleted = true;
  return { id: customer.id, object: 'customer', deleted: true };
}
