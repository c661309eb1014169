import { randomBytes } from 'node:crypto';
import type { Account } from './account.ts';
import { discountAmounts, dropEnded } from './discounts.ts';
import { refused } from './errors.ts';
import { cancelPaymentIntent, MIN_AMOUNT, newPaymentIntent } from './payment-intents.ts';
import type { Invoice, InvoicePayment, Line, Metadata, PaymentIntent, Subscription } from './records.ts';
import { addTax } from './tax.ts';

interface Draft {
  customer: string;
  /** None for what is billed once. */
  subscription?: Subscription;
  /** Of its own; a subscription's is read there. */
  metadata?: Metadata | undefined;
  isTaxed: boolean;
  reason: Invoice['billing_reason'];
  lines: Line[];
  prorationDate?: number | undefined;
}

export const billTo = (subscription: Subscription) => ({
  customer: subscription.customer,
  isTaxed: subscription.automatic_tax.enabled,
  subscription,
});

/** An invoice of these lines that is not stored: a preview is just this. */
export function composeInvoice(account: Account, draft: Draft, id: string): Invoice {
  const { subscription, prorationDate } = draft;
  const customer = account.tables.customers.require(draft.customer);
  const date = prorationDate === undefined ? {} : { subscription_proration_date: prorationDate };
  const invoice: Invoice = {
    id,
    object: 'invoice',
    created: account.now(),
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    attempt_count: 0,
    auto_advance: true,
    automatic_tax: { enabled: draft.isTaxed },
    automatically_finalizes_at: null,
    billing_reason: draft.reason,
    currency: 'usd',
    customer: customer.id,
    customer_address: customer.address,
    discounts: [...(subscription?.discounts ?? [])],
    ending_balance: 0,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: { object: 'list', data: draft.lines, has_more: false },
    metadata: draft.metadata ?? {},
    next_payment_attempt: null,
    parent: subscription
      ? {
          type: 'subscription_details',
          subscription_details: { subscription: subscription.id, ...date },
        }
      : null,
    post_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: 'draft',
    status_transitions: { finalized_at: null, paid_at: null },
    subtotal: 0,
    total: 0,
    total_discount_amounts: [],
    total_taxes: [],
  };
  addUp(account, invoice);
  return invoice;
}

/** What its lines come to, and what is due of that: what is too little to charge stays in the customer's balance. */
export function addUp(account: Account, invoice: Invoice): void {
  const { balance } = account.tables.customers.require(invoice.customer);
  invoice.subtotal = invoice.lines.data.reduce((sum, line) => sum + line.amount, 0);
  invoice.total_discount_amounts = discountAmounts(account, invoice.discounts, invoice.lines.data);
  const discount = invoice.total_discount_amounts.reduce((sum, { amount }) => sum + amount, 0);
  invoice.total = invoice.subtotal - discount + addTax(account, invoice, discount);
  const sum = invoice.total + balance;
  invoice.starting_balance = balance;
  invoice.amount_due = sum >= MIN_AMOUNT ? sum : 0;
  invoice.amount_remaining = invoice.amount_due;
  invoice.ending_balance = sum - invoice.amount_due;
}

/** A draft that is stored; a subscription points to its latest. */
export function draftInvoice(account: Account, draft: Draft, finalizesAt: number | null = null): Invoice {
  const { subscription } = draft;
  if (subscription) dropEnded(account, subscription, false);
  const invoice = account.tables.invoices.add(composeInvoice(account, draft, account.newId('in')));
  invoice.automatically_finalizes_at = finalizesAt;
  if (subscription) {
    subscription.latest_invoice = invoice.id;
    dropEnded(account, subscription, true);
  }
  return invoice;
}

/** Fixes its amount: the customer's balance is used, and the rest gets its payment. */
export function openInvoice(account: Account, invoice: Invoice): void {
  addUp(account, invoice);
  invoice.status = 'open';
  invoice.hosted_invoice_url = `${account.origin}/portal/receipts/${randomBytes(16).toString('hex')}`;
  invoice.invoice_pdf = `${invoice.hosted_invoice_url}/pdf`;
  invoice.automatically_finalizes_at = null;
  invoice.status_transitions.finalized_at = account.now();
  changeBalance(account, invoice, invoice.ending_balance - invoice.starting_balance);
  if (invoice.amount_due === 0) return;
  const settings = subscriptionOf(account, invoice)?.payment_settings;
  const isCardKept = settings?.save_default_payment_method === 'on_subscription';
  const { amount_due: amount, customer } = invoice;
  const intent = newPaymentIntent(account, { amount, customer }, isCardKept);
  account.tables.invoicePayments.add({
    amount_paid: null,
    invoice: invoice.id,
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
  });
}

function changeBalance(account: Account, invoice: Invoice, by: number): void {
  const customer = account.tables.customers.find(invoice.customer);
  if (customer) account.change(customer, { balance: customer.balance + by });
}

/** It can never be paid. Its subscription stays as it is. @throws StripeError unless it is open */
export function voidInvoice(account: Account, invoice: Invoice): void {
  if (invoice.status !== 'open') {
    throw refused(
      `You can only pass in open or uncollectible invoices. This invoice has status: ${invoice.status}.`,
      { code: 'invoice_not_editable' },
    );
  }
  const intent = intentOf(account, invoice);
  if (intent && intent.status !== 'canceled') cancelPaymentIntent(intent);
  const payment = paymentOf(account, invoice);
  if (payment) payment.status = 'canceled';
  changeBalance(account, invoice, invoice.starting_balance - invoice.ending_balance);
  stopCollecting(invoice);
  invoice.status = 'void';
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

/** Made when the invoice was finalized; none when nothing was due. */
export function paymentOf(account: Account, invoice: Invoice): InvoicePayment | undefined {
  return account.tables.invoicePayments.where((payment) => payment.invoice === invoice.id)[0];
}

export function intentOf(account: Account, invoice: Invoice): PaymentIntent | undefined {
  return account.tables.paymentIntents.find(paymentOf(account, invoice)?.payment.payment_intent);
}

export function withSecret(account: Account, invoice: Invoice) {
  const intent = intentOf(account, invoice);
  const secret = intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
  return { ...invoice, confirmation_secret: secret };
}
