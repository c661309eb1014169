// Invoices without a subscription, and giving money back for any of them.
import { z } from 'zod';
import type { Account } from './account.ts';
import { chargeOf, refund } from './charges.ts';
import { refused } from './errors.ts';
import { addUp, draftInvoice, finalizeInvoice, paymentOf, stopCollecting, withSecret } from './invoices.ts';
import { MIN_AMOUNT } from './payment-intents.ts';
import type { CreditNote, Invoice, InvoiceItem } from './records.ts';
import { type Route, route } from './route.ts';
import { markPaid } from './subscription-state.ts';
import { metadata, requireCustomer } from './subscriptions.ts';
import { automaticTaxParams, requireTaxLocation } from './tax.ts';

const invoiceParams = z.strictObject({
  customer: z.string(),
  currency: z.literal('usd'),
  auto_advance: z.literal(false),
  collection_method: z.literal('charge_automatically'),
  pending_invoice_items_behavior: z.literal('exclude'),
  payment_settings: z.strictObject({ payment_method_types: z.tuple([z.literal('card')]) }),
  automatic_tax: automaticTaxParams,
  metadata,
});

const itemParams = z.strictObject({
  customer: z.string(),
  invoice: z.string(),
  amount: z.int().min(MIN_AMOUNT),
  currency: z.literal('usd'),
  description: z.string(),
  discountable: z.literal(false),
  tax_behavior: z.enum(['exclusive', 'inclusive']).optional(),
});

const creditParams = z.strictObject({
  invoice: z.string(),
  amount: z.int().min(1),
  refund_amount: z.int().min(1),
  metadata,
});

const refundParams = z.strictObject({ payment_intent: z.string(), metadata });

export const INVOICE_ROUTES: readonly Route[] = [
  route('POST /v1/invoices', 'invoices.create', invoiceParams, createInvoice),
  route('POST /v1/invoiceitems', 'invoiceItems.create', itemParams, createItem),
  route(
    'POST /v1/invoices/:id/finalize',
    'invoices.finalizeInvoice',
    z.strictObject({
      auto_advance: z.literal(false),
      expand: z.tuple([z.literal('confirmation_secret'), z.literal('payments')]).optional(),
    }),
    (account, { expand }, id) => {
      const invoice = account.tables.invoices.require(id);
      if (invoice.status !== 'draft') throw refused('This invoice is already finalized.');
      finalizeInvoice(account, invoice);
      stopCollecting(invoice);
      if (invoice.amount_due === 0) markPaid(account, invoice, undefined);
      return expand ? withPayments(account, invoice) : invoice;
    },
  ),
  route('POST /v1/credit_notes', 'creditNotes.create', creditParams, createCreditNote),
  route('POST /v1/refunds', 'refunds.create', refundParams, (account, params) => {
    const charge = refund(account, chargeOf(account, params.payment_intent));
    return {
      id: account.newId('re'),
      object: 'refund',
      amount: charge.amount_refunded,
      charge: charge.id,
      created: account.now(),
      currency: charge.currency,
      metadata: params.metadata ?? {},
      payment_intent: charge.payment_intent,
      status: 'succeeded',
    };
  }),
];

function createInvoice(account: Account, params: z.infer<typeof invoiceParams>): Invoice {
  const isTaxed = params.automatic_tax?.enabled;
  if (isTaxed) requireTaxLocation(requireCustomer(account, params.customer));
  else requireCustomer(account, params.customer);
  const { customer, currency, metadata: given = {} } = params;
  const now = account.now();
  const invoice = draftInvoice(account, {
    of: { customer, currency, metadata: given },
    reason: 'manual',
    isTaxed,
    lines: [],
    period: { start: now, end: now },
  });
  invoice.auto_advance = false;
  return invoice;
}

function createItem(account: Account, params: z.infer<typeof itemParams>): InvoiceItem {
  const invoice = account.tables.invoices.require(params.invoice, 'invoice');
  if (invoice.status !== 'draft') throw refused('Only a draft takes another line.');
  const now = account.now();
  const period = { start: now, end: now };
  const base = { date: now, period, proration: false, quantity: 1, quantity_decimal: '1' } as const;
  const { tax_behavior: behavior, ...given } = params;
  const item: InvoiceItem = { id: account.newId('ii'), object: 'invoiceitem', ...given, ...base };
  if (behavior) account.internals.taxBehaviorOfItem[item.id] = behavior;
  const { id, amount, currency, description } = item;
  invoice.lines.data.push({
    id: account.newId('il'),
    object: 'line_item',
    amount,
    currency,
    description,
    discountable: false,
    invoice: invoice.id,
    parent: {
      type: 'invoice_item_details',
      invoice_item_details: { invoice_item: id, proration: false, subscription: null },
    },
    period,
    pricing: null,
    quantity: 1,
    subscription: null,
    subtotal: amount,
  });
  addUp(account, invoice);
  return account.tables.invoiceItems.add(item);
}

function withPayments(account: Account, invoice: Invoice): object {
  const data = account.tables.invoicePayments.where((one) => one.invoice === invoice.id);
  const url = `/v1/invoice_payments?invoice=${invoice.id}`;
  return { ...withSecret(account, invoice), payments: { object: 'list', data, has_more: false, url } };
}

/** Of a paid invoice: with the refund that goes with it. */
function createCreditNote(account: Account, params: z.infer<typeof creditParams>): CreditNote {
  const invoice = account.tables.invoices.require(params.invoice, 'invoice');
  const { amount, refund_amount: returned } = params;
  const left = invoice.amount_paid - invoice.post_payment_credit_notes_amount;
  const intent = paymentOf(account, invoice);
  if (invoice.status !== 'paid' || !intent) throw refused('Only a paid invoice can be refunded.');
  if (amount > left) throw refused(`The amount (${amount}) is more than what can be credited (${left}).`);
  if (returned !== amount) throw refused('What was paid is refunded in full here.');
  refund(account, chargeOf(account, intent.id), returned);
  invoice.post_payment_credit_notes_amount += amount;
  const id = account.newId('cn');
  const { customer, currency, number } = invoice;
  return account.tables.creditNotes.add({
    id,
    object: 'credit_note',
    amount,
    created: account.now(),
    currency,
    customer,
    invoice: invoice.id,
    lines: { object: 'list', data: [], has_more: false, url: `/v1/credit_notes/${id}/lines` },
    metadata: params.metadata ?? {},
    number: `${number}-CN-01`,
    pdf: `${invoice.invoice_pdf}`,
    post_payment_amount: amount,
    reason: null,
    status: 'issued',
    subtotal: amount,
    total: amount,
    type: 'post_payment',
  });
}
