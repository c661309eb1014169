import type { Stripe } from '@stripe/stripe-js';
import {
  isTaken,
  outcomeOfError,
  type PaymentOutcome,
  refusalMessage,
  UNCONFIRMED,
} from './confirm-payment.ts';

/**
 * What became of the kept card, which the server has tried already; its bank is asked when it wants to be. The page
 * must have no dialog of its own open in the meantime: it would lie above the bank's.
 */
export async function finishSavedCard(stripe: Stripe, clientSecret: string): Promise<PaymentOutcome> {
  const result = await stripe.retrievePaymentIntent(clientSecret).catch(() => undefined);
  const intent = result?.paymentIntent;
  // The server has just said that it is not paid.
  if (!intent) return { kind: 'refused', message: UNCONFIRMED };
  if (isTaken(intent.status)) return { kind: 'paid' };
  if (intent.status === 'canceled') return { kind: 'void' };
  if (intent.status !== 'requires_action') {
    return { kind: 'refused', message: refusalMessage(intent.last_payment_error) };
  }
  try {
    const { error, paymentIntent } = await stripe.handleNextAction({ clientSecret });
    if (error) return outcomeOfError(error);
    return paymentIntent && isTaken(paymentIntent.status) ? { kind: 'paid' } : { kind: 'unknown' };
  } catch {
    return { kind: 'unknown' };
  }
}
