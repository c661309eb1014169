// Paying: what happens to an intent, and to the invoice it belongs to.
import type { Account } from './account.ts';
import { refused, StripeError } from './errors.ts';
import { finalizeInvoice, paymentOf, subscriptionOf } from './invoices.ts';
import { attemptPayment, endAuthentication, type PaymentOutcome } from './payment-intents.ts';
import type { Invoice, PaymentIntent, PaymentMethod } from './records.ts';
import { markPaid, recordFailedAttempt } from './subscription-state.ts';

/** Lets the bank decide and draws the consequences. @throws StripeError 402 when it refuses */
export function pay(account: Account, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  const outcome = attemptPayment(account, intent, method, 'pay');
  return conclude(account, intent, method, outcome);
}

/** The bank's page has ended. @throws StripeError 400 when it refused */
export function finishAuthentication(
  account: Account,
  intent: PaymentIntent,
  isPassed: boolean,
): PaymentIntent {
  const method = account.tables.paymentMethods.find(intent.payment_method);
  return conclude(account, intent, method, endAuthentication(account, intent, isPassed));
}

function conclude(
  account: Account,
  intent: PaymentIntent,
  method: PaymentMethod | undefined,
  outcome: PaymentOutcome,
  by: 'owner' | 'retries' = 'owner',
): PaymentIntent {
  const invoice = account.tables.invoices.find(account.internals.invoiceOfPayment[intent.id]);
  const isAutomatic = by === 'retries';
  if (invoice && outcome.kind === 'succeeded') markPaid(account, invoice, method);
  if (invoice && (outcome.kind === 'failed' || (outcome.kind === 'action' && isAutomatic))) {
    recordFailedAttempt(account, invoice, isAutomatic);
  }
  if (invoice && outcome.kind === 'action') account.emit('invoice.payment_action_required', invoice);
  if (outcome.kind === 'failed') throw outcome.error;
  return intent;
}

/**
 * By a card that is kept; `off-session`: without its owner, as `invoices.pay` does unless told otherwise.
 * @throws StripeError when it is not paid then
 */
export function payInvoice(
  account: Account,
  invoice: Invoice,
  { use = 'pay', card }: { use?: 'pay' | 'off-session'; card?: string | undefined } = {},
): void {
  if (invoice.status !== 'open') throw refused(`Invoice is already ${invoice.status}.`);
  const method = card ? account.tables.paymentMethods.require(card) : savedCard(account, invoice);
  const intent = paymentOf(account, invoice);
  if (!intent) throw new Error(`Invoice ${invoice.id} is open and has no payment.`);
  if (!method) throw refused('This customer has no default payment method.', { code: 'resource_missing' });
  conclude(account, intent, method, attemptPayment(account, intent, method, use));
  if (intent.status === 'requires_action') {
    throw new StripeError(402, {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message: 'This payment requires additional user action before it can be completed successfully.',
      payment_intent: { ...intent },
    });
  }
}

/** Finalizes a draft and tries an open invoice, without the owner. */
export function collectAutomatically(account: Account, invoice: Invoice): void {
  if (invoice.status === 'draft') finalizeInvoice(account, invoice);
  const intent = paymentOf(account, invoice);
  const card = savedCard(account, invoice);
  if (invoice.amount_due === 0) markPaid(account, invoice, undefined);
  else if (!intent || !card) {
    recordFailedAttempt(account, invoice, true);
  } else {
    try {
      conclude(account, intent, card, attemptPayment(account, intent, card, 'off-session'), 'retries');
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
    }
  }
}

/** The subscription's own card wins over the customer's. */
function savedCard(account: Account, invoice: Invoice): PaymentMethod | undefined {
  const { customers, paymentMethods } = account.tables;
  const ofSubscription = subscriptionOf(account, invoice)?.default_payment_method;
  const ofCustomer = customers.find(invoice.customer)?.invoice_settings.default_payment_method;
  return paymentMethods.find(ofSubscription) ?? paymentMethods.find(ofCustomer);
}
