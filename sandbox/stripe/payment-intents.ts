import { isDisputed, verdictOn } from './cards.ts';
import { openDispute, recordCharge } from './charges.ts';
import { invalidParameter, refused, StripeError } from './errors.ts';
import type { Params } from './form.ts';
import type { IntentError, Metadata, PaymentIntent, PaymentMethod } from './records.ts';
import type { World } from './world.ts';

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
/** Stripe's least amounts by currency; a currency that is not here has none in the sandbox. */
export const LEAST_AMOUNTS: Record<string, number> = { usd: 50, eur: 50, gbp: 30 };
const MOST = 99_999_999;

interface Draft {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Metadata;
  setupFutureUsage: 'off_session' | 'on_session' | null;
  receiptEmail: string | null;
  allowRedirects?: 'always' | 'never';
}

export function newPaymentIntent(world: World, draft: Draft): PaymentIntent {
  const id = world.store.newId('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: draft.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: draft.allowRedirects ?? 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: world.store.newSecret(id),
    confirmation_method: 'automatic',
    created: world.nowFor(draft.customer),
    currency: draft.currency,
    customer: draft.customer,
    customer_account: null,
    description: draft.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: draft.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: draft.receiptEmail,
    review: null,
    setup_future_usage: draft.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  world.store.tables.paymentIntents.add(intent);
  world.emit('payment_intent.created', intent);
  return intent;
}

/** `paymentIntents.create`, for a payment that is no invoice's. */
export function createPaymentIntent(world: World, params: Params): PaymentIntent {
  const amount = params.integer('amount');
  const currency = params.required('currency').toLowerCase();
  const customer = params.text('customer') || null;
  if (customer) world.store.tables.customers.require(customer, 'customer');
  checkAmount(amount, currency);
  return newPaymentIntent(world, {
    amount: amount ?? 0,
    currency,
    customer,
    description: params.text('description') || null,
    metadata: params.metadata(),
    setupFutureUsage: params.choice('setup_future_usage', ['off_session', 'on_session']) ?? null,
    receiptEmail: params.text('receipt_email') || null,
    allowRedirects:
      params.part('automatic_payment_methods').choice('allow_redirects', ['always', 'never']) ?? 'always',
  });
}

function checkAmount(amount: number | undefined, currency: string): void {
  if (amount === undefined)
    throw invalidParameter('amount', 'Missing required param: amount.', 'parameter_missing');
  if (!/^[a-z]{3}$/.test(currency)) throw invalidParameter('currency', `Invalid currency: ${currency}`);
  const least = LEAST_AMOUNTS[currency] ?? 1;
  if (amount < least) {
    throw invalidParameter(
      'amount',
      `Amount must be at least ${least} of the smallest unit of ${currency}`,
      'amount_too_small',
    );
  }
  if (amount > MOST)
    throw invalidParameter('amount', `Amount must be no more than ${MOST}`, 'amount_too_large');
}

/** `paymentIntents.update`: what may change before it is paid. */
export function updatePaymentIntent(intent: PaymentIntent, params: Params): PaymentIntent {
  const amount = params.integer('amount');
  if (amount !== undefined && amount !== intent.amount) {
    if (!OPEN.includes(intent.status)) throw wrongState(intent, 'updated');
    checkAmount(amount, intent.currency);
    intent.amount = amount;
  }
  intent.metadata = params.metadata(intent.metadata);
  if (params.has('description')) intent.description = params.text('description') || null;
  return intent;
}

/** @param byApi an invoice's own payment cannot be taken away from it directly */
export function cancelPaymentIntent(
  world: World,
  intent: PaymentIntent,
  reason: PaymentIntent['cancellation_reason'],
  byApi = false,
): PaymentIntent {
  if (byApi && world.store.hidden.invoiceOfPayment[intent.id]) {
    throw refused('You cannot cancel this PaymentIntent because it belongs to an invoice: void the invoice.');
  }
  if (!OPEN.includes(intent.status)) throw wrongState(intent, 'canceled');
  intent.status = 'canceled';
  intent.canceled_at = world.nowFor(intent.customer);
  intent.cancellation_reason = reason;
  intent.next_action = null;
  world.emit('payment_intent.canceled', intent);
  return intent;
}

export type PaymentOutcome =
  | { kind: 'succeeded' }
  | { kind: 'action' }
  | { kind: 'failed'; error: StripeError };

/**
 * Lets the bank decide. A refusal leaves the intent open for another card, with the same secret.
 * @throws StripeError 400 when it is no longer open
 */
export function attemptPayment(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  use: 'pay' | 'off-session',
): PaymentOutcome {
  if (!OPEN.includes(intent.status)) throw wrongState(intent, 'confirmed');
  const verdict = verdictOn(world, method, use);
  if (verdict.kind === 'approve') return succeed(world, intent, method);
  if (verdict.kind === 'decline') {
    return fail(world, intent, method, {
      type: 'card_error',
      code: verdict.code,
      decline_code: verdict.declineCode,
      message: verdict.message,
    });
  }
  if (use === 'off-session') {
    return fail(world, intent, method, {
      type: 'card_error',
      code: 'authentication_required',
      decline_code: 'authentication_required',
      message: 'Your card was declined. This transaction requires authentication.',
    });
  }
  intent.status = 'requires_action';
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = authenticationStep();
  world.emit('payment_intent.requires_action', intent);
  return { kind: 'action' };
}

/** The bank's page has ended. @throws StripeError 400 when nobody was asked */
export function endPaymentAuthentication(
  world: World,
  intent: PaymentIntent,
  isPassed: boolean,
): PaymentOutcome {
  if (intent.status !== 'requires_action') throw wrongState(intent, 'authenticated');
  const method = world.store.tables.paymentMethods.require(intent.payment_method ?? '');
  return isPassed
    ? succeed(world, intent, method)
    : fail(world, intent, method, authenticationFailure('payment'));
}

export function authenticationStep(): { type: string; use_stripe_sdk: Record<string, string> } {
  return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } };
}

export function authenticationFailure(kind: 'payment' | 'setup'): IntentError {
  return {
    type: 'invalid_request_error',
    code: `${kind}_intent_authentication_failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  };
}

function succeed(world: World, intent: PaymentIntent, method: PaymentMethod): PaymentOutcome {
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  const charge = recordCharge(world, intent, method, undefined);
  if (intent.setup_future_usage && intent.customer) keepCard(world, intent.customer, method);
  world.emit('payment_intent.succeeded', intent);
  if (isDisputed(world, method)) openDispute(world, charge);
  return { kind: 'succeeded' };
}

function fail(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  error: IntentError,
): PaymentOutcome {
  const charge = error.type === 'card_error' ? recordCharge(world, intent, method, error) : undefined;
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = {
    ...error,
    ...(charge ? { charge: charge.id } : {}),
    payment_method: structuredClone(method),
  };
  world.emit('payment_intent.payment_failed', intent);
  const { type, code, decline_code, message = '' } = error;
  // A card that is refused is 402, an owner who could not be recognised is 400.
  const status = type === 'card_error' ? 402 : 400;
  return {
    kind: 'failed',
    error: new StripeError(status, {
      type,
      message,
      ...(code ? { code } : {}),
      ...(decline_code ? { decline_code } : {}),
      ...(charge ? { charge: charge.id } : {}),
      payment_intent: structuredClone(intent) as unknown as Record<string, unknown>,
    }),
  };
}

/** The card stays with the customer and may be charged without them. */
export function keepCard(world: World, customer: string, method: PaymentMethod): void {
  world.store.hidden.setUpCards[method.id] = true;
  if (method.customer === customer) return;
  method.customer = customer;
  world.emit('payment_method.attached', method);
}

function wrongState(intent: PaymentIntent, verb: string): StripeError {
  return new StripeError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent's status is ${intent.status} and it cannot be ${verb}.`,
    payment_intent: structuredClone(intent) as unknown as Record<string, unknown>,
  });
}
