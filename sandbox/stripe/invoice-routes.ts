// Invoices, their payments, and giving money back.
import { z } from 'zod';
import type { Account } from './account.ts';
import { chargeOf, refund } from './charges.ts';
import { refused } from './errors.ts';
import { newLine } from './invoice-lines.ts';
import { addUp, draftInvoice, intentOf, paymentOf, stopCollecting, withSecret } from './invoices.ts';
import { payInvoice } from './pay-invoice.ts';
import { MIN_AMOUNT } from './payment-intents.ts';
import type { CreditNote, Invoice, Line } from './records.ts';
import { isOff, metadata, nothing, pageOf, pageSchema, type Route, route, whole } from './route.ts';
import { previewChange, previewParams } from './subscription-change.ts';
import { finalizeInvoice, voidInvoiceAndUpdate } from './subscription-state.ts';
import { requireCustomer } from './subscriptions.ts';
import { automaticTaxParams, requireTaxLocation } from './tax.ts';

const invoiceParams = z.strictObject({
  customer: z.string(),
  currency: z.literal('usd'),
  auto_advance: isOff,
  collection_method: z.literal('charge_automatically'),
  pending_invoice_items_behavior: z.literal('exclude'),
  payment_settings: z.strictObject({ payment_method_types: z.tuple([z.literal('card')]) }),
  automatic_tax: automaticTaxParams,
  metadata,
});

const itemParams = z.strictObject({
  customer: z.string(),
  invoice: z.string(),
  amount: whole(MIN_AMOUNT),
  currency: z.literal('usd'),
  description: z.string(),
  discountable: isOff,
  tax_behavior: z.enum(['exclusive', 'inclusive']).optional(),
});

const creditParams = z.strictObject({
  invoice: z.string(),
  amount: whole(1),
  refund_amount: whole(1),
});

export const INVOICE_ROUTES: readonly Route[] = [
  route('POST /v1/invoices', 'invoices.create', invoiceParams, createInvoice),
  route('POST /v1/invoiceitems', 'invoiceItems.create', itemParams, createItem),
  route(
    'POST /v1/invoices/:id/finalize',
    'invoices.finalizeInvoice',
    z.strictObject({
      auto_advance: isOff,
      expand: z.tuple([z.literal('confirmation_secret'), z.literal('payments')]).optional(),
    }),
    (account, { expand }, id) => {
      const invoice = account.tables.invoices.require(id);
      if (invoice.status !== 'draft') throw refused('This invoice is already finalized.');
      finalizeInvoice(account, invoice);
      stopCollecting(invoice);
      if (!expand) return invoice;
      const payments = {
        object: 'list' as const,
        data: [paymentOf(account, invoice) ?? []].flat(),
        has_more: false,
      };
      return { ...withSecret(account, invoice), payments };
    },
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
      pageOf(tables.invoices, params, ({ customer, status, parent }) => {
        const { subscription } = parent?.subscription_details ?? {};
        return (
          customer === params.customer &&
          (params.subscription ?? subscription) === subscription &&
          (params.status ?? status) === status
        );
      }),
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
      const data = page.data.map(({ payment, ...one }) => {
        const intent = tables.paymentIntents.require(payment.payment_intent);
        return { ...one, payment: { ...payment, payment_intent: intent } };
      });
      return { ...page, data };
    },
  ),
  route('POST /v1/credit_notes', 'creditNotes.create', creditParams, createCreditNote),
  route(
    'POST /v1/refunds',
    'refunds.create',
    z.strictObject({ payment_intent: z.string() }),
    (account, params) => {
      const charge = refund(account, chargeOf(account, params.payment_intent));
      return { id: account.newId('re'), object: 'refund', charge: charge.id, status: 'succeeded' } as const;
    },
  ),
];

function createInvoice(account: Account, params: z.infer<typeof invoiceParams>): Invoice {
  const { id: customer, address } = requireCustomer(account, params.customer);
  const isTaxed = params.automatic_tax?.enabled === true;
  if (isTaxed) requireTaxLocation(address);
  const draft = { customer, isTaxed, metadata: params.metadata, reason: 'manual' as const, lines: [] };
  const invoice = draftInvoice(account, draft);
  invoice.auto_advance = false;
  return invoice;
}

/** The line it becomes is all that is kept of it. */
function createItem(account: Account, params: z.infer<typeof itemParams>) {
  const invoice = account.tables.invoices.require(params.invoice, 'invoice');
  if (invoice.status !== 'draft') throw refused('Only a draft takes another line.');
  const { amount, description, tax_behavior: behavior } = params;
  const now = account.now();
  const line: Line = newLine(account, undefined, {
    amount,
    description,
    period: { start: now, end: now },
    discountable: false,
  });
  if (behavior) account.internals.taxBehaviorOfLine[line.id] = behavior;
  invoice.lines.data.push(line);
  addUp(account, invoice);
  return { id: account.newId('ii'), object: 'invoiceitem' as const, amount, invoice: invoice.id };
}

/** Of a paid invoice: with the refund that goes with it. */
function createCreditNote(account: Account, params: z.infer<typeof creditParams>): CreditNote {
  const invoice = account.tables.invoices.require(params.invoice, 'invoice');
  const { amount, refund_amount: returned } = params;
  const left = invoice.amount_paid - invoice.post_payment_credit_notes_amount;
  const intent = intentOf(account, invoice);
  if (invoice.status !== 'paid' || !intent) throw refused('Only a paid invoice can be refunded.');
  if (amount > left) throw refused(`The amount (${amount}) is more than what can be credited (${left}).`);
  if (returned !== amount) throw refused('What was paid is refunded in full here.');
  refund(account, chargeOf(account, intent.id), returned);
  invoice.post_payment_credit_notes_amount += amount;
  return account.tables.creditNotes.add({
    amount,
    invoice: invoice.id,
    post_payment_amount: amount,
    status: 'issued',
  });
}
