import type { StripeError } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { outcomeOfError } from './confirm-payment.ts';

const said = (type: string, status?: string) =>
  ({
    type,
    message: 'Said so.',
    ...(status ? { payment_intent: { status } } : {}),
  }) as unknown as StripeError;

test.each([
  [said('card_error', 'requires_payment_method'), { kind: 'refused', message: 'Said so.' }],
  [said('card_error'), { kind: 'refused', message: 'Said so.' }],
  // The bank said no.
  [said('invalid_request_error', 'requires_payment_method'), { kind: 'refused', message: 'Said so.' }],
  [said('invalid_request_error', 'canceled'), { kind: 'void' }],
  [said('invalid_request_error', 'succeeded'), { kind: 'paid' }],
  [said('invalid_request_error', 'processing'), { kind: 'paid' }],
  [said('validation_error'), { kind: 'invalid' }],
  [said('api_connection_error'), { kind: 'unknown' }],
  [said('api_error'), { kind: 'unknown' }],
  [said('invalid_request_error'), { kind: 'unknown' }],
  [said('api_error', 'requires_action'), { kind: 'unknown' }],
])('only a no is a no: %j', (error, outcome) => {
  expect(outcomeOfError(error)).toEqual(outcome);
});
