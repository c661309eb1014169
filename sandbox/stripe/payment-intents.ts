import { randomBytes } from 'node:crypto';
import type { Account } from './account.ts';
import { attachPaymentMethod, authorize, isDisputed } from './cards.ts';
import { openDispute, recordCharge } from './charges.ts';
import { invalidParameter, StripeError } from './errors.ts';
import type { IntentError, Metadata, PaymentIntent, PaymentMethod } from './records.ts';

/** Stripe's least amount in US dollars, in cents. */
export const MIN_AMOUNT = 50;

const UNAUTHENTICATED: IntentError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

interface Draft {
  amount: number;
  customer: string;
  metadata?: Metadata | undefined;
}

export function newPaymentIntent(
  account: Account,
  { amount, customer, metadata = {} }: Draft,
  isCardKept = false,
): PaymentIntent {
  const id = account.newId('pi');
  return account.tables.paymentIntents.add({
    id,
    amount,
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    currency: 'usd',
    customer,
    last_payment_error: null,
    latest_charge: null,
    metadata,
    next_action: null,
    payment_method: null,
    setup_future_usage: isCardKept ? 'off_session' : null,
    status: 'requires_payment_method',
  });
}

/** `paymentIntents.create`, for a payment without an invoice. */
export function createPaymentIntent(account: Account, draft: Draft): PaymentIntent {
  account.tables.customers.require(draft.customer, 'customer');
  if (draft.amount < MIN_AMOUNT) {
    throw invalidParameter('amount', `Amount must be at least ${MIN_AMOUNT} cents.`, 'amount_too_small');
  }
  return newPaymentIntent(account, draft);
}

export function cancelPaymentIntent(intent: PaymentIntent): PaymentIntent {
  assertOpen(intent, 'canceled');
  intent.status = 'canceled';
  intent.next_action = null;
  return intent;
}

/**
 * Lets the bank decide: afterwards the intent has succeeded, or requires an action of its owner.
 * @returns the bank's refusal, which leaves the intent open for another card, with the same secret
 * @throws StripeError 400 when it is no longer open
 */
export function attemptPayment(
  account: Account,
  intent: PaymentIntent,
  method: PaymentMethod,
  use: 'pay' | 'off-session',
): StripeError | undefined {
  assertOpen(intent, 'confirmed');
  const verdict = authorize(method, use);
  if (verdict === 'approve') return succeed(account, intent, method);
  if (verdict !== 'authenticate') return fail(account, intent, verdict);
  intent.status = 'requires_action';
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = { type: 'use_stripe_sdk' };
  return undefined;
}

/** The bank's page has ended, with the same results. @throws StripeError 400 when the bank was not asked */
export function endAuthentication(
  account: Account,
  intent: PaymentIntent,
  isPassed: boolean,
): StripeError | undefined {
  if (intent.status !== 'requires_action') throw wrongState(intent, 'authenticated');
  const method = account.tables.paymentMethods.require(intent.payment_method ?? '');
  return isPassed ? succeed(account, intent, method) : fail(account, intent, UNAUTHENTICATED);
}

function succeed(account: Account, intent: PaymentIntent, method: PaymentMethod): undefined {
  intent.status = 'succeeded';
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  const charge = recordCharge(account, intent, true);
  if (intent.setup_future_usage) attachPaymentMethod(method, intent.customer);
  account.emit('payment_intent.succeeded', intent);
  if (isDisputed(method)) openDispute(account, charge);
}

function fail(account: Account, intent: PaymentIntent, reason: IntentError): StripeError {
  const isDeclined = reason.type === 'card_error';
  const error = isDeclined ? { ...reason, charge: recordCharge(account, intent, false).id } : reason;
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = error;
  account.emit('payment_intent.payment_failed', intent);
  // A card that is refused is 402, an owner who could not be authenticated is 400.
  return new StripeError(isDeclined ? 402 : 400, { ...error, payment_intent: { ...intent } });
}

function assertOpen(intent: PaymentIntent, verb: string): void {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
    throw wrongState(intent, verb);
}

function wrongState(intent: PaymentIntent, verb: string): StripeError {
  return new StripeError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent's status is ${intent.status} and it cannot be ${verb}.`,
    payment_intent: { ...intent },
  });
}
