import type { StripeError } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { outcomeOfError } from './confirm-payment.ts';

const errorOf = (type: string, status?: string) =>
  ({
    type,
    message: 'Said so.',
    ...(status ? { payment_intent: { status } } : {}),
  }) as unknown as StripeError;

test('a bank’s check that was only left is not told as one that failed', () => {
  const error = { ...errorOf('card_error'), code: 'payment_intent_authentication_failure' } as StripeError;
  const message = expect.stringContaining('left unfinished');
  expect(outcomeOfError(error)).toEqual({ kind: 'refused', message });
});

test.each([
  [errorOf('card_error', 'requires_payment_method'), { kind: 'refused', message: 'Said so.' }],
  [errorOf('card_error'), { kind: 'refused', message: 'Said so.' }],
  // The bank said no.
  [errorOf('invalid_request_error', 'requires_payment_method'), { kind: 'refused', message: 'Said so.' }],
  [errorOf('invalid_request_error', 'canceled'), { kind: 'void' }],
  [errorOf('invalid_request_error', 'succeeded'), { kind: 'paid' }],
  [errorOf('invalid_request_error', 'processing'), { kind: 'paid' }],
  [errorOf('validation_error'), { kind: 'invalid' }],
  [errorOf('api_connection_error'), { kind: 'unknown' }],
  [errorOf('api_error'), { kind: 'unknown' }],
  [errorOf('invalid_request_error'), { kind: 'unknown' }],
  [errorOf('api_error', 'requires_action'), { kind: 'unknown' }],
])('only a refusal counts as refused: %j', (error, outcome) => {
  expect(outcomeOfError(error)).toEqual(outcome);
});
