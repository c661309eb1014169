// Paying: what happens to an intent, and to the invoice it belongs to.
import type { Account } from './account.ts';
import { refused, StripeError } from './errors.ts';
import { intentOf, subscriptionOf } from './invoices.ts';
import { attemptPayment, endAuthentication } from './payment-intents.ts';
import type { Invoice, PaymentIntent, PaymentMethod } from './records.ts';
import { finalizeInvoice, markPaid, recordFailedAttempt } from './subscription-state.ts';

/** Lets the bank decide and draws the consequences. @throws StripeError 402 when it refuses */
export function pay(account: Account, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  return conclude(account, intent, attemptPayment(account, intent, method, 'pay'));
}

/** The bank's page has ended. @throws StripeError 400 when it refused */
export function finishAuthentication(
  account: Account,
  intent: PaymentIntent,
  isPassed: boolean,
): PaymentIntent {
  return conclude(account, intent, endAuthentication(account, intent, isPassed));
}

function conclude(
  account: Account,
  intent: PaymentIntent,
  refusal: StripeError | undefined,
  isAutomatic = false,
): PaymentIntent {
  const { invoicePayments, invoices } = account.tables;
  const [paid] = invoicePayments.where(({ payment }) => payment.payment_intent === intent.id);
  const invoice = invoices.find(paid?.invoice);
  const isBankAsked = intent.status === 'requires_action';
  if (invoice && intent.status === 'succeeded') markPaid(account, invoice, intent.payment_method);
  if (invoice && (refusal || (isBankAsked && isAutomatic)))
    recordFailedAttempt(account, invoice, isAutomatic);
  if (invoice && isBankAsked) account.emit('invoice.payment_action_required', invoice);
  if (refusal) throw refusal;
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
  const intent = intentOf(account, invoice);
  if (!intent) throw new Error(`Invoice ${invoice.id} is open and has no payment.`);
  if (!method) throw refused('This customer has no default payment method.', { code: 'resource_missing' });
  conclude(account, intent, attemptPayment(account, intent, method, use));
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
  if (invoice.status === 'paid') return;
  const intent = intentOf(account, invoice);
  const card = savedCard(account, invoice);
  if (!intent || !card) {
    recordFailedAttempt(account, invoice, true);
    return;
  }
  try {
    conclude(account, intent, attemptPayment(account, intent, card, 'off-session'), true);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
  }
}

/** The subscription's own card wins over the customer's. */
function savedCard(account: Account, invoice: Invoice): PaymentMethod | undefined {
  const { customers, paymentMethods } = account.tables;
  const ofSubscription = subscriptionOf(account, invoice)?.default_payment_method;
  const ofCustomer = customers.find(invoice.customer)?.invoice_settings.default_payment_method;
  return paymentMethods.find(ofSubscription) ?? paymentMethods.find(ofCustomer);
}
