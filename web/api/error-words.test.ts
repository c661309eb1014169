import { describe, expect, it } from 'vitest';
import { ApiError } from './client.ts';
import { errorWords } from './error-words.ts';

function answer(status: number, headers: Record<string, string> = {}) {
  return new ApiError({ status, headers, text: '{"message":"column users.secret does not exist"}' });
}

describe('errorWords', () => {
  it('says how long to wait after 429, in whole seconds or minutes', () => {
    expect(errorWords(answer(429, { 'retry-after': '1' }), true).text).toContain('wait 1 second and');
    expect(errorWords(answer(429, { 'retry-after': '37' }), true).text).toContain('wait 37 seconds and');
    expect(errorWords(answer(429, { 'retry-after': '61' }), true).text).toContain('wait 2 minutes and');
    expect(errorWords(answer(429), true).text).toContain('wait a moment and');
  });

  it('tells an absent library from a fault', () => {
    expect(errorWords(answer(503), true).kind).toBe('away');
    expect(errorWords(answer(500), true).kind).toBe('fault');
    expect(errorWords(new Error('boom'), true).kind).toBe('fault');
  });

  it('tells being offline from a library that does not answer', () => {
    expect(errorWords(new TypeError('Failed to fetch'), false).title).toBe('You are offline');
    expect(errorWords(new TypeError('Failed to fetch'), true).title).toBe('The library cannot be reached');
    expect(errorWords(new DOMException('', 'TimeoutError'), true).title).toBe(
      'The library cannot be reached',
    );
    expect(errorWords(new TypeError('x is undefined'), true).kind).toBe('fault');
  });

  it('never repeats the text of the failure', () => {
    for (const error of [answer(400), answer(429), answer(500), answer(503), new Error('users.secret')]) {
      const words = errorWords(error, true);
      expect(`${words.title} ${words.text}`).not.toContain('secret');
    }
  });
});
