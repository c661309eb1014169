import { expect, test } from 'vitest';
import { signInUrl } from './account.redirects.ts';

test('the sign-in page gets a safe return URL', () => {
  expect(signInUrl({})).toBe('/login');
  expect(signInUrl({ returnUrl: '/a?b=c&d=e' })).toBe('/login?returnUrl=%2Fa%3Fb%3Dc%26d%3De');
  expect(signInUrl({ error: 'google', returnUrl: '//evil.com' })).toBe('/login?error=google');
});
