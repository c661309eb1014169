import { expect, test } from 'vitest';
import { ApiError } from './client.ts';
import { serverErrorMessage } from './server-error-message.ts';

function failed(status: number, body: unknown): ApiError {
  return new ApiError({ status, headers: {}, text: typeof body === 'string' ? body : JSON.stringify(body) });
}

test.each([
  [failed(402, { error: { message: 'Your card was declined.' }, message: 'no' }), 'Your card was declined.'],
  [failed(409, { message: 'You are subscribed already.' }), 'You are subscribed already.'],
  [failed(502, 'Bad Gateway'), undefined],
  [failed(500, { message: '' }), undefined],
  [failed(500, 'null'), undefined],
  [failed(500, { error: 'text', message: 5 }), undefined],
  [new TypeError('Failed to fetch'), undefined],
])('reads error.message, else message: %s', (error, text) => {
  expect(serverErrorMessage(error)).toBe(text);
});
