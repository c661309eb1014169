import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';

export type PaymentOutcome =
  /** The provider took the payment, or is still at it. */
  | { kind: 'paid' }
  /** Not filled in: the form itself shows where. */
  | { kind: 'invalid' }
  /** The provider or the bank refused: nothing was charged. */
  | { kind: 'refused'; message: string }
  /** Canceled in the meantime: another plan was chosen elsewhere, or too much time went by. It can never be paid. */
  | { kind: 'void' }
  /** The outcome is unknown: the money may be on its way. */
  | { kind: 'unknown' };

interface Confirmation {
  stripe: Stripe;
  elements: StripeElements;
  submission: ReturnType<StripeElements['submit']>;
  clientSecret: string;
  /** A path of ours. */
  returnPath: string;
}

/** The provider says the same whether its owner left the bank's dialog or the bank refused. */
const NOT_AUTHENTICATED =
  'Your bank didn’t confirm the payment: its check was left unfinished, or it said no.';

export const UNCONFIRMED = 'The payment could not be confirmed.';

export async function confirmPayment(confirmation: Confirmation): Promise<PaymentOutcome> {
  const { stripe, elements, submission, clientSecret, returnPath } = confirmation;
  const submitted = await submission.catch(() => undefined);
  // Nothing has been sent yet, whatever went wrong here.
  if (submitted?.error?.type === 'validation_error') return { kind: 'invalid' };
  if (submitted === undefined || submitted.error) return { kind: 'refused', message: UNCONFIRMED };
  try {
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: new URL(returnPath, window.location.origin).href },
      // Cards come back here, so that no secret of the payment ever stands in an address.
      redirect: 'if_required',
    });
    if (error) return outcomeOfError(error);
    return isTaken(paymentIntent.status) ? { kind: 'paid' } : { kind: 'unknown' };
  } catch {
    return { kind: 'unknown' };
  }
}

/** A lost connection or a fault of the provider's is no refusal: the payment may have been made behind it. */
export function outcomeOfError(error: StripeError): PaymentOutcome {
  const status = error.payment_intent?.status;
  // Paid in the meantime, in another tab.
  if (status !== undefined && isTaken(status)) return { kind: 'paid' };
  if (error.type === 'validation_error') return { kind: 'invalid' };
  if (status === 'canceled') return { kind: 'void' };
  const isRefused =
    error.type === 'card_error' || status === 'requires_payment_method' || isNotAuthenticated(error);
  return isRefused ? { kind: 'refused', message: refusalMessage(error) } : { kind: 'unknown' };
}

const isNotAuthenticated = ({ code }: Refusal) => code === 'payment_intent_authentication_failure';

type Refusal = Pick<StripeError, 'code' | 'message'>;

/** The provider's, but where it sends to another card whoever may only have closed the bank's dialog. */
export function refusalMessage(error: Refusal | null): string {
  if (error !== null && isNotAuthenticated(error)) return NOT_AUTHENTICATED;
  return error?.message || UNCONFIRMED;
}

const MAX_ATTEMPTS = 4;
const RETRY_MILLISECONDS = 1500;

/**
 * Asks the provider what became of a payment nobody heard of again. Some times, because what was sent may still be
 * worked on when the first look finds nothing.
 * @returns `none` when it knows of no payment, `unknown` when it does not answer
 */
export async function findPayment(
  stripe: Stripe,
  clientSecret: string,
): Promise<'paid' | 'none' | 'unknown'> {
  let found: 'none' | 'unknown' = 'unknown';
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 1) await new Promise((done) => setTimeout(done, RETRY_MILLISECONDS));
    const result = await stripe.retrievePaymentIntent(clientSecret).catch(() => undefined);
    const status = result?.paymentIntent?.status;
    if (status !== undefined && isTaken(status)) return 'paid';
    found = status === undefined ? 'unknown' : 'none';
  }
  return found;
}

export function isTaken(status: string): boolean {
  return status === 'succeeded' || status === 'processing';
}
