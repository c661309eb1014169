import { randomBytes } from 'node:crypto';
import type { Account } from './account.ts';
import { discountAmounts, dropEnded } from './discounts.ts';
import { refused } from './errors.ts';
import { cancelPaymentIntent, MIN_AMOUNT, newPaymentIntent } from './payment-intents.ts';
import type { Invoice, InvoicePayment, Line, PaymentIntent, Period, Subscription } from './records.ts';
import { addTax, invoiceTax } from './tax.ts';

interface Draft {
  /** Of whom: a subscription, or whatever else names its customer and currency. */
  of: Subscription | Pick<Subscription, 'customer' | 'currency' | 'metadata'>;
  reason: Invoice['billing_reason'];
  /** Of one without a subscription, which says so itself. */
  isTaxed?: boolean | undefined;
  lines: Line[];
  period: Period;
  prorationDate?: number | undefined;
}

/** An invoice of these lines that is not stored: a preview is just this. */
export function composeInvoice(account: Account, draft: Draft, id: string): Invoice {
  const { of, reason, lines, period } = draft;
  const customer = account.tables.customers.require(of.customer);
  const invoice: Invoice = {
    id,
    object: 'invoice',
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: invoiceTax('id' in of ? of.automatic_tax.enabled : draft.isTaxed === true),
    automatically_finalizes_at: null,
    billing_reason: reason,
    created: account.now(),
    currency: of.currency,
    customer: customer.id,
    customer_address: customer.address,
    discounts: 'id' in of ? [...of.discounts] : [],
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: {
      object: 'list',
      data: lines.map((line) => ({ ...line, invoice: id })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    // Of its own; a subscription's goes into `parent`.
    metadata: 'id' in of ? {} : { ...of.metadata },
    next_payment_attempt: null,
    number: null,
    parent: 'id' in of ? parentOf(of, draft.prorationDate) : null,
    period_start: period.start,
    period_end: period.end,
    post_payment_credit_notes_amount: 0,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    total: 0,
    total_discount_amounts: [],
    total_taxes: [],
  };
  addUp(account, invoice);
  return invoice;
}

function parentOf({ id, metadata }: Subscription, prorationDate: number | undefined): Invoice['parent'] {
  const date = prorationDate === undefined ? {} : { subscription_proration_date: prorationDate };
  return {
    type: 'subscription_details',
    subscription_details: { metadata: { ...metadata }, subscription: id, ...date },
  };
}

/** What its lines come to, and what is due of that. */
export function addUp(account: Account, invoice: Invoice): void {
  const customer = account.tables.customers.require(invoice.customer);
  invoice.subtotal = invoice.lines.data.reduce((sum, line) => sum + line.amount, 0);
  invoice.total_discount_amounts = discountAmounts(account, invoice.discounts, invoice.lines.data);
  const discount = invoice.total_discount_amounts.reduce((sum, { amount }) => sum + amount, 0);
  invoice.total = invoice.subtotal - discount + addTax(account, invoice, discount);
  const { due } = applyBalance(invoice.total, customer.balance);
  invoice.amount_due = due;
  invoice.amount_remaining = due;
}

/** What is charged of a total, and the balance it leaves; what is too little to charge stays there too. */
function applyBalance(total: number, balance: number): { due: number; balanceAfter: number } {
  const sum = total + balance;
  return sum >= MIN_AMOUNT ? { due: sum, balanceAfter: 0 } : { due: 0, balanceAfter: sum };
}

/** A draft that is stored; a subscription points to its latest. */
export function draftInvoice(account: Account, draft: Draft, finalizesAt: number | null = null): Invoice {
  if ('id' in draft.of) dropEnded(account, draft.of, false);
  const invoice = composeInvoice(account, draft, account.newId('in'));
  invoice.automatically_finalizes_at = finalizesAt;
  account.tables.invoices.add(invoice);
  if ('id' in draft.of) {
    draft.of.latest_invoice = invoice.id;
    dropEnded(account, draft.of, true);
  }
  return invoice;
}

/** Fixes its amount: the customer's balance is used, and the rest gets its payment. */
export function finalizeInvoice(account: Account, invoice: Invoice): void {
  const customer = account.tables.customers.require(invoice.customer);
  const { due, balanceAfter } = applyBalance(invoice.total, customer.balance);
  invoice.starting_balance = customer.balance;
  invoice.ending_balance = balanceAfter;
  invoice.amount_due = due;
  invoice.amount_remaining = due;
  invoice.status = 'open';
  invoice.hosted_invoice_url = `${account.origin}/portal/receipts/${randomBytes(16).toString('hex')}`;
  invoice.invoice_pdf = `${invoice.hosted_invoice_url}/pdf`;
  invoice.automatically_finalizes_at = null;
  invoice.status_transitions.finalized_at = account.now();
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`;
  customer.next_invoice_sequence += 1;
  account.change(customer, 'customer.updated', (changed) => {
    changed.balance = balanceAfter;
  });
  if (due > 0) requestPayment(account, invoice);
}

const DESCRIPTIONS = {
  manual: null,
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Subscription renewal',
  subscription_update: 'Subscription update',
  upcoming: null,
};

function requestPayment(account: Account, invoice: Invoice): void {
  const settings = subscriptionOf(account, invoice)?.payment_settings;
  const intent = newPaymentIntent(account, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: DESCRIPTIONS[invoice.billing_reason],
    isCardKept: settings?.save_default_payment_method === 'on_subscription',
  });
  account.internals.invoiceOfPayment[intent.id] = invoice.id;
  account.tables.invoicePayments.add({
    id: account.newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
  });
}

/** It can never be paid. Its subscription stays as it is. @throws StripeError unless it is open */
export function voidInvoice(account: Account, invoice: Invoice): void {
  if (invoice.status !== 'open') {
    throw refused(
      `You can only pass in open or uncollectible invoices. This invoice has status: ${invoice.status}.`,
      { code: 'invoice_not_editable' },
    );
  }
  const intent = paymentOf(account, invoice);
  if (intent && intent.status !== 'canceled') cancelPaymentIntent(account, intent, 'void_invoice');
  for (const payment of paymentsOf(account, invoice)) payment.status = 'canceled';
  returnBalance(account, invoice);
  invoice.status = 'void';
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = account.now();
}

function returnBalance(account: Account, invoice: Invoice): void {
  const customer = account.tables.customers.find(invoice.customer);
  if (!customer || invoice.ending_balance === null) return;
  const used = invoice.ending_balance - invoice.starting_balance;
  account.change(customer, 'customer.updated', (changed) => {
    changed.balance -= used;
  });
}

/** No automatic attempts any longer; it can still be paid. */
export function stopCollecting(invoice: Invoice): void {
  invoice.auto_advance = false;
  invoice.automatically_finalizes_at = null;
  invoice.next_payment_attempt = null;
}

export function subscriptionOf(account: Account, invoice: Invoice): Subscription | undefined {
  return account.tables.subscriptions.find(invoice.parent?.subscription_details.subscription);
}

export function invoicesOf(account: Account, subscription: Subscription): Invoice[] {
  return account.tables.invoices.where(
    (invoice) => invoice.parent?.subscription_details.subscription === subscription.id,
  );
}

export function paymentsOf(account: Account, invoice: Invoice): InvoicePayment[] {
  return account.tables.invoicePayments.where((payment) => payment.invoice === invoice.id);
}

export function paymentOf(account: Account, invoice: Invoice): PaymentIntent | undefined {
  const [payment] = paymentsOf(account, invoice);
  return account.tables.paymentIntents.find(payment?.payment.payment_intent);
}

/** Of the payment made when the invoice was finalized; none when nothing was due. */
export function withSecret(account: Account, invoice: Invoice): object {
  const intent = paymentOf(account, invoice);
  const secret = intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
  return { ...invoice, confirmation_secret: secret };
}
