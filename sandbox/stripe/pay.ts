// Paying: what happens to an intent, and to the invoice it belongs to.
import { refused, StripeError } from './errors.ts';
import { finalizeInvoice, paymentOf, subscriptionOf } from './invoices.ts';
import { attemptPayment, endPaymentAuthentication, type PaymentOutcome } from './payment-intents.ts';
import type { Invoice, PaymentIntent, PaymentMethod } from './records.ts';
import { noteFailedAttempt, settleInvoice } from './subscription-state.ts';
import type { World } from './world.ts';

type Use = 'pay' | 'off-session';

/** Lets the bank decide and draws the consequences. @throws StripeError 402 when it refuses */
export function pay(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  use: Use,
  isAutomatic = false,
): PaymentIntent {
  const outcome = attemptPayment(world, intent, method, use);
  return conclude(world, intent, method, outcome, isAutomatic);
}

/** The bank's page has ended. @throws StripeError 400 when its answer was no */
export function finishAuthentication(world: World, intent: PaymentIntent, isPassed: boolean): PaymentIntent {
  const method = world.store.tables.paymentMethods.find(intent.payment_method);
  const outcome = endPaymentAuthentication(world, intent, isPassed);
  return conclude(world, intent, method, outcome, false);
}

function conclude(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod | undefined,
  outcome: PaymentOutcome,
  isAutomatic: boolean,
): PaymentIntent {
  const invoice = world.store.tables.invoices.find(world.store.hidden.invoiceOfPayment[intent.id]);
  if (invoice && outcome.kind === 'succeeded') settleInvoice(world, invoice, method);
  if (invoice && outcome.kind === 'action') world.emit('invoice.payment_action_required', invoice);
  if (outcome.kind === 'failed') {
    const needsAction = outcome.error.body.code === 'authentication_required';
    if (invoice) noteFailedAttempt(world, invoice, { isAutomatic, needsAction });
    throw outcome.error;
  }
  return intent;
}

/** `invoices.pay`: with this card, or the one that is kept. */
export function payInvoice(
  world: World,
  invoice: Invoice,
  { method, use }: { method: PaymentMethod | undefined; use: Use },
): Invoice {
  if (invoice.status === 'draft') finalizeInvoice(world, invoice);
  if (invoice.status === 'open' && invoice.amount_due === 0) settleInvoice(world, invoice, undefined);
  if (invoice.status === 'paid') {
    if (invoice.amount_due === 0) return invoice;
    throw refused('Invoice is already paid', { code: 'invoice_already_paid' });
  }
  if (invoice.status !== 'open') {
    throw refused(`This invoice is ${invoice.status} and can't be paid.`, { code: 'invoice_not_editable' });
  }
  const intent = paymentOf(world, invoice);
  const card = method ?? keptCard(world, invoice);
  if (!intent) throw new Error(`Invoice ${invoice.id} is open and has no payment.`);
  if (!card) throw noCard();
  pay(world, intent, card, use);
  if (intent.status === 'requires_action') {
    throw new StripeError(402, {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message: 'This payment requires additional user action before it can be completed successfully.',
      payment_intent: structuredClone(intent) as unknown as Record<string, unknown>,
    });
  }
  return invoice;
}

/** Tries a finalized invoice without anybody there. @returns whether it is paid now */
export function collectAutomatically(world: World, invoice: Invoice): boolean {
  if (invoice.status === 'paid') return true;
  if (invoice.amount_due === 0) {
    settleInvoice(world, invoice, undefined);
    return true;
  }
  const intent = paymentOf(world, invoice);
  const card = keptCard(world, invoice);
  if (!intent || !card) {
    noteFailedAttempt(world, invoice, { isAutomatic: true, needsAction: false });
    return false;
  }
  try {
    pay(world, intent, card, 'off-session', true);
    return true;
  } catch (error) {
    if (error instanceof StripeError) return false;
    throw error;
  }
}

/** The subscription's own card wins over the customer's. */
export function keptCard(world: World, invoice: Invoice): PaymentMethod | undefined {
  const { customers, paymentMethods } = world.store.tables;
  const ofSubscription = subscriptionOf(world, invoice)?.default_payment_method;
  const ofCustomer = customers.find(invoice.customer)?.invoice_settings.default_payment_method;
  return paymentMethods.find(ofSubscription) ?? paymentMethods.find(ofCustomer);
}

export function noCard(): StripeError {
  return refused(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
    { code: 'resource_missing' },
  );
}
