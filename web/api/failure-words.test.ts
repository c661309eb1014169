import { expect, test } from 'vitest';
import { ApiError } from './client.ts';
import { failureWords, isUnauthorized } from './failure-words.ts';

function answer(status: number, headers: Record<string, string> = {}) {
  return new ApiError({ status, headers, text: '{"message":"internals"}' });
}

test('a failure takes the words given for it, never its own', () => {
  expect(failureWords(answer(500), 'Failed to submit vote')).toBe('Failed to submit vote');
  expect(failureWords(new TypeError('fetch failed'), 'Failed to submit vote')).toBe('Failed to submit vote');
});

test.each([
  [{ 'retry-after': '1' }, 'Please wait 1 second and'],
  [{ 'retry-after': '42' }, 'Please wait 42 seconds and'],
  [{ 'retry-after': '600' }, 'Please wait 10 minutes and'],
  [{}, 'Please wait a moment and'],
])('who was too fast learns when to go on: %j', (headers, words) => {
  expect(failureWords(answer(429, headers), 'Failed')).toContain(words);
});

test('only a 401 means signed out', () => {
  expect(isUnauthorized(answer(401))).toBe(true);
  for (const status of [400, 403, 404, 429, 500]) expect(isUnauthorized(answer(status))).toBe(false);
  expect(isUnauthorized(new TypeError('fetch failed'))).toBe(false);
});
