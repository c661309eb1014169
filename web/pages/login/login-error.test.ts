import { expect, it } from 'vitest';
import { loginErrorText } from './login-error.ts';

it('has the three texts of the specification', () => {
  expect(loginErrorText('google_not_configured')).toBe(
    'Google login is not yet configured. Please set up your Google OAuth credentials.',
  );
  expect(loginErrorText('google')).toBe('Google login failed. Please try again.');
  expect(loginErrorText('state_mismatch')).toBe('Authentication failed. Please try again.');
  expect(loginErrorText('constructor')).toBe('Authentication failed. Please try again.');
});
