import { expect, test } from 'vitest';
import { ApiError } from '#web/api/client.ts';
import { billingFailure, problemCode, subscriptionFailure } from './billing-failure.ts';

function failed(status: number, body: unknown, headers: Record<string, string> = {}): ApiError {
  return new ApiError({ status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) });
}

test('a subscription that failed says why, or that nobody knows', () => {
  expect(subscriptionFailure(failed(503, { message: 'Failed to create subscription' }))).toBe(
    'Subscription failed: Failed to create subscription',
  );
  const away = { code: 'payments_unavailable', message: 'Failed to create subscription' };
  expect(subscriptionFailure(failed(503, away))).toBe(
    'Subscription failed: Failed to create subscription. Nothing was charged; please try again in a moment.',
  );
  expect(subscriptionFailure(failed(500, '<html>'))).toBe('Subscription failed: Unknown error');
  expect(subscriptionFailure(new TypeError('Failed to fetch'))).toMatch(
    /^Subscription failed: We got no response/,
  );
});

test('a session that ended is reported by the whole app alone', () => {
  const ended = failed(401, { message: 'Unauthorized' });
  expect(subscriptionFailure(ended)).toBeNull();
  expect(billingFailure(ended, 'It failed.')).toBeNull();
});

test('a rate-limited action says when to try again', () => {
  const error = failed(429, { message: 'Too many' }, { 'retry-after': '30' });
  expect(subscriptionFailure(error)).toContain('30 seconds');
  const wait = 'Please wait 30 seconds and try again.';
  expect(billingFailure(error, 'It failed.')).toBe(`It failed. ${wait}`);
  expect(billingFailure(error, 'Failed to cancel subscription')).toBe(
    `Failed to cancel subscription. ${wait}`,
  );
});

test('other failures show the server’s message, else ours', () => {
  expect(billingFailure(failed(409, { message: 'Resume it first.' }), 'It failed.')).toBe('Resume it first.');
  expect(billingFailure(failed(500, 'x'), 'It failed.')).toBe('It failed.');
  expect(billingFailure(new TypeError('Failed to fetch'), 'It failed.')).toContain('We got no response');
});

test('the error code of a refusal is read', () => {
  expect(problemCode(failed(409, { code: 'preview_expired', message: 'x' }))).toBe('preview_expired');
  expect(problemCode(failed(409, 'x'))).toBeUndefined();
  expect(problemCode(new Error('x'))).toBeUndefined();
});
