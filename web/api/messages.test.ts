import { describe, expect, it, test } from 'vitest';
import { ApiError } from './client.ts';
import { errorMessage, failureMessage } from './messages.ts';

function failed(status: number, headers: Record<string, string> = {}) {
  return new ApiError({ status, headers, text: '{"message":"column users.secret does not exist"}' });
}

describe('errorMessage', () => {
  it('says how long to wait after 429, in whole seconds or minutes', () => {
    expect(errorMessage(failed(429, { 'retry-after': '1' }), true).text).toContain('wait 1 second and');
    expect(errorMessage(failed(429, { 'retry-after': '37' }), true).text).toContain('wait 37 seconds and');
    expect(errorMessage(failed(429, { 'retry-after': '61' }), true).text).toContain('wait 2 minutes and');
    expect(errorMessage(failed(429), true).text).toContain('wait a moment and');
  });

  it('distinguishes a 503 from other server errors', () => {
    expect(errorMessage(failed(503), true).kind).toBe('away');
    expect(errorMessage(failed(500), true).kind).toBe('fault');
    expect(errorMessage(new Error('boom'), true).kind).toBe('fault');
  });

  it('distinguishes being offline from a server that does not answer', () => {
    expect(errorMessage(new TypeError('Failed to fetch'), false).title).toBe('You’re offline');
    expect(errorMessage(new TypeError('Failed to fetch'), true).title).toBe('Can’t reach Promptarium');
    expect(errorMessage(new DOMException('', 'TimeoutError'), true).title).toBe('Can’t reach Promptarium');
    expect(errorMessage(new TypeError('x is undefined'), true).kind).toBe('fault');
  });

  it('never repeats the text of the failure', () => {
    for (const error of [failed(400), failed(429), failed(500), failed(503), new Error('users.secret')]) {
      const message = errorMessage(error, true);
      expect(`${message.title} ${message.text}`).not.toContain('secret');
    }
  });
});

test('a failed change has the given message, never its own text', () => {
  expect(failureMessage(failed(500), 'Failed to submit vote')).toBe('Failed to submit vote');
  expect(failureMessage(new TypeError('fetch failed'), 'Failed to submit vote')).toBe(
    'Failed to submit vote',
  );
});

test.each([
  [{ 'retry-after': '1' }, 'Please wait 1 second and'],
  [{ 'retry-after': '42' }, 'Please wait 42 seconds and'],
  [{ 'retry-after': '600' }, 'Please wait 10 minutes and'],
  [{}, 'Please wait a moment and'],
])('after too many requests it says how long to wait: %j', (headers, message) => {
  expect(failureMessage(failed(429, headers), 'Failed')).toContain(message);
});
