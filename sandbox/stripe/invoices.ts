import { refused } from './errors.ts';
import { cancelPaymentIntent, LEAST_AMOUNTS, newPaymentIntent } from './payment-intents.ts';
import type { Customer, Invoice, InvoicePayment, Line, PaymentIntent, Subscription } from './records.ts';
import type { World } from './world.ts';

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';

interface Draft {
  subscription: Subscription;
  reason: BillingReason;
  lines: Line[];
  period: { start: number; end: number };
  prorationDate?: number | undefined;
}

/** An invoice of these lines, kept nowhere yet: a preview is just this. */
export function composeInvoice(world: World, draft: Draft, id: string): Invoice {
  const { subscription, reason, lines, period } = draft;
  const customer = world.store.tables.customers.require(subscription.customer);
  const now = world.now(subscription.test_clock);
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const { due } = settle(total, customer.balance, subscription.currency);
  return {
    ...structuredClone(INVOICE_CONSTANTS),
    id,
    object: 'invoice',
    amount_due: due,
    amount_remaining: due,
    auto_advance: true,
    automatically_finalizes_at: null,
    billing_reason: reason,
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    lines: {
      object: 'list',
      data: lines.map((line) => ({ ...line, invoice: id })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: {
        metadata: { ...subscription.metadata },
        subscription: subscription.id,
        ...(draft.prorationDate === undefined ? {} : { subscription_proration_date: draft.prorationDate }),
      },
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: subscription.payment_settings?.payment_method_types ?? null,
    },
    period_start: period.start,
    period_end: period.end,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: customer.test_clock,
    total,
    total_excluding_tax: total,
  };
}

const INVOICE_CONSTANTS = {
  account_country: 'US',
  account_name: 'Sandbox',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Invoice>;

/** What is charged of a total, and the balance it leaves; what is too little to charge waits there too. */
function settle(total: number, balance: number, currency: string): { due: number; balanceAfter: number } {
  const sum = total + balance;
  const isChargeable = sum >= (LEAST_AMOUNTS[currency] ?? 1);
  return isChargeable ? { due: sum, balanceAfter: 0 } : { due: 0, balanceAfter: sum };
}

/** A draft that is kept; its subscription points to it. */
export function draftInvoice(world: World, draft: Draft, finalizesAt: number | null = null): Invoice {
  const invoice = composeInvoice(world, draft, world.store.newId('in'));
  invoice.automatically_finalizes_at = finalizesAt;
  world.store.tables.invoices.add(invoice);
  world.emit('invoice.created', invoice);
  draft.subscription.latest_invoice = invoice.id;
  return invoice;
}

/** From now on its amount stands: the customer's balance is used, and the rest gets its payment. */
export function finalizeInvoice(world: World, invoice: Invoice): Invoice {
  if (invoice.status !== 'draft') {
    throw refused(`This invoice is already finalized, you can't re-finalize a non-draft invoice.`);
  }
  const now = world.nowFor(invoice.customer);
  const customer = world.store.tables.customers.require(invoice.customer);
  const { due, balanceAfter } = settle(invoice.total, customer.balance, invoice.currency);
  invoice.starting_balance = customer.balance;
  invoice.ending_balance = balanceAfter;
  invoice.amount_due = due;
  invoice.amount_remaining = due;
  invoice.status = 'open';
  invoice.effective_at = now;
  invoice.automatically_finalizes_at = null;
  invoice.status_transitions.finalized_at = now;
  invoice.number = nextNumber(customer);
  invoice.hosted_invoice_url = `${world.origin}/invoice/${invoice.id}`;
  world.change(customer, 'customer.updated', (changed) => {
    changed.balance = balanceAfter;
  });
  world.emit('invoice.finalized', invoice);
  if (due > 0) requestPayment(world, invoice);
  return invoice;
}

function nextNumber(customer: Customer): string {
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}

const DESCRIPTIONS: Record<string, string> = {
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Subscription renewal',
  subscription_update: 'Subscription update',
};

function requestPayment(world: World, invoice: Invoice): void {
  const subscription = subscriptionOf(world, invoice);
  const isSaved = subscription?.payment_settings?.save_default_payment_method === 'on_subscription';
  const intent = newPaymentIntent(world, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: DESCRIPTIONS[invoice.billing_reason ?? ''] ?? null,
    metadata: {},
    setupFutureUsage: isSaved ? 'off_session' : null,
    receiptEmail: null,
  });
  world.store.hidden.invoiceOfPayment[intent.id] = invoice.id;
  world.store.tables.invoicePayments.add({
    id: world.store.newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: world.nowFor(invoice.customer),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

/** Takes it back: it can never be paid. Its subscription stays as it is. */
export function voidInvoice(world: World, invoice: Invoice): Invoice {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw refused(
      `You can only pass in open or uncollectible invoices. This invoice has status: ${invoice.status}.`,
      { code: 'invoice_not_editable' },
    );
  }
  const now = world.nowFor(invoice.customer);
  const intent = paymentOf(world, invoice);
  if (intent && intent.status !== 'canceled') cancelPaymentIntent(world, intent, 'void_invoice');
  for (const payment of paymentsOf(world, invoice)) {
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = now;
  }
  giveBalanceBack(world, invoice);
  invoice.status = 'void';
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = now;
  world.emit('invoice.voided', invoice);
  return invoice;
}

function giveBalanceBack(world: World, invoice: Invoice): void {
  const customer = world.store.tables.customers.find(invoice.customer);
  if (!customer || invoice.ending_balance === null) return;
  const used = invoice.ending_balance - invoice.starting_balance;
  world.change(customer, 'customer.updated', (changed) => {
    changed.balance -= used;
  });
}

/** Nobody tries it by itself any longer; it can still be paid. */
export function stopCollecting(world: World, invoice: Invoice): void {
  world.change(invoice, 'invoice.updated', (changed) => {
    changed.auto_advance = false;
    changed.automatically_finalizes_at = null;
    changed.next_payment_attempt = null;
  });
}

export function subscriptionOf(world: World, invoice: Invoice): Subscription | undefined {
  return world.store.tables.subscriptions.find(invoice.parent.subscription_details.subscription);
}

export function invoicesOf(world: World, subscription: Subscription): Invoice[] {
  return world.store.tables.invoices.where(
    (invoice) => invoice.parent.subscription_details.subscription === subscription.id,
  );
}

export function paymentsOf(world: World, invoice: Invoice): InvoicePayment[] {
  return world.store.tables.invoicePayments.where((payment) => payment.invoice === invoice.id);
}

export function paymentOf(world: World, invoice: Invoice): PaymentIntent | undefined {
  const [payment] = paymentsOf(world, invoice);
  return world.store.tables.paymentIntents.find(payment?.payment.payment_intent);
}
