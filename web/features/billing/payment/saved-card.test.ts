import type { Stripe } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { finishSavedCard } from './saved-card.ts';

/** A provider that has this payment, and whose bank's page ends like that. */
function provider(intent: object | undefined, next?: object) {
  const asked: object[] = [];
  const stripe = {
    async retrievePaymentIntent() {
      return intent === undefined ? { error: { type: 'api_connection_error' } } : { paymentIntent: intent };
    },
    async handleNextAction(options: object) {
      asked.push(options);
      if (next === undefined) throw new Error('Lost.');
      return next;
    },
  };
  return { stripe: stripe as unknown as Stripe, asked };
}

const declined = { status: 'requires_payment_method', last_payment_error: { message: 'Declined.' } };

test.each([
  [declined, { kind: 'refused', message: 'Declined.' }],
  [
    { status: 'requires_payment_method', last_payment_error: null },
    { kind: 'refused', message: 'The payment could not be confirmed.' },
  ],
  [undefined, { kind: 'refused', message: 'The payment could not be confirmed.' }],
  [{ status: 'succeeded' }, { kind: 'paid' }],
  [{ status: 'processing' }, { kind: 'paid' }],
  [{ status: 'canceled' }, { kind: 'void' }],
])('a bank that needs no authentication is not asked: %j', async (intent, outcome) => {
  const { stripe, asked } = provider(intent);
  expect(await finishSavedCard(stripe, 'pi_1_secret_2')).toEqual(outcome);
  expect(asked).toEqual([]);
});

test.each([
  [{ paymentIntent: { status: 'succeeded' } }, { kind: 'paid' }],
  [{ paymentIntent: { status: 'requires_action' } }, { kind: 'unknown' }],
  [
    { error: { type: 'invalid_request_error', message: 'The bank said no.', payment_intent: declined } },
    { kind: 'refused', message: 'The bank said no.' },
  ],
  [{ error: { type: 'api_connection_error' } }, { kind: 'unknown' }],
  [undefined, { kind: 'unknown' }],
])('a bank that requires authentication is asked once: %j', async (next, outcome) => {
  const { stripe, asked } = provider({ status: 'requires_action' }, next);
  expect(await finishSavedCard(stripe, 'pi_1_secret_2')).toEqual(outcome);
  expect(asked).toEqual([{ clientSecret: 'pi_1_secret_2' }]);
});
