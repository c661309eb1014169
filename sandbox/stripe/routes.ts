import { z } from 'zod';
import type { Account } from './account.ts';
import { paymentOf } from './invoices.ts';
import { pageOf, pageSchema } from './listing.ts';
import { cancelPaymentIntent, createPaymentIntent } from './payment-intents.ts';
import { createPortalSession, portalParams } from './portal-sessions.ts';
import type { Customer, Invoice } from './records.ts';
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

/** One call of the API, as data. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/customers/:id`; `:id` is what `run` gets. */
  path: string;
  /** By the SDK's name; the schema of its parameters has the same. */
  operation: string;
  /** What the sandbox models of the parameters. Others are refused: a response that ignored them would be wrong. */
  params: z.ZodType;
  run: (account: Account, params: never, id: string) => object;
}

function route<T extends z.ZodType>(
  call: `${Route['method']} /v1/${string}`,
  operation: string,
  params: T,
  run: (account: Account, params: z.infer<T>, id: string) => object,
): Route {
  const [method = '', path = ''] = call.split(' ');
  // The template above says which methods there are.
  return { method: method as Route['method'], path, operation, params, run };
}

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
    const customer = tables.customers.require(id);
    return customer.deleted ? { id, object: 'customer', deleted: true } : customer;
  }),
  route(
    'POST /v1/customers/:id',
    'customers.update',
    z.strictObject({ email: z.string() }),
    (account, { email }, id) => {
      const customer = requireCustomer(account, id, 'id');
      account.change(customer, 'customer.updated', (changed) => {
        changed.email = email;
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
  route('POST /v1/subscriptions', 'subscriptions.create', createParams, createSubscription),
  route(
    'GET /v1/subscriptions',
    'subscriptions.list',
    pageSchema({ customer: z.string(), status: z.literal('all') }),
    ({ tables }, params) =>
      pageOf(tables.subscriptions, params, ({ customer }) => customer === params.customer),
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
    pageSchema({ customer: z.string(), status: z.enum(['draft', 'open', 'paid', 'void']).optional() }),
    ({ tables }, params) =>
      pageOf(
        tables.invoices,
        params,
        ({ customer, status }) => customer === params.customer && (params.status ?? status) === status,
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
      return expand ? { ...invoice, confirmation_secret: confirmationSecret(account, invoice) } : invoice;
    },
  ),
  route('POST /v1/invoices/:id/void', 'invoices.voidInvoice', nothing, (account, _params, id) =>
    voidInvoiceAndUpdate(account, account.tables.invoices.require(id)),
  ),
  route(
    'GET /v1/invoice_payments',
    'invoicePayments.list',
    pageSchema({
      invoice: z.string().optional(),
      payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: z.string() }).optional(),
    }),
    ({ tables }, params) =>
      pageOf(
        tables.invoicePayments,
        params,
        ({ invoice, payment: { payment_intent: intent } }) =>
          (params.invoice ?? invoice) === invoice && (params.payment?.payment_intent ?? intent) === intent,
      ),
  ),
  route(
    'POST /v1/payment_intents',
    'paymentIntents.create',
    z.strictObject({
      amount: z.int(),
      currency: z.literal('usd'),
      customer: z.string(),
      description: z.string(),
      automatic_payment_methods: z.strictObject({
        enabled: z.literal(true),
        allow_redirects: z.enum(['always', 'never']).optional(),
      }),
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

function createCustomer(
  account: Account,
  { email, metadata: data = {} }: { email: string; metadata?: Record<string, string> | undefined },
): Customer {
  const id = account.newId('cus');
  return account.tables.customers.add({
    id,
    object: 'customer',
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

/** Of the payment made when the invoice was finalized; none when nothing was due. */
function confirmationSecret(account: Account, invoice: Invoice): object | null {
  const intent = paymentOf(account, invoice);
  return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
}
