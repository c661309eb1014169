import { expect, it } from 'vitest';
import { loginErrorText } from './login-error.ts';
import { loginReference } from './login-reference.ts';

it('has the three texts of the specification', () => {
  expect(loginErrorText('google_not_configured')).toBe(
    'Google login is not yet configured. Please set up your Google OAuth credentials.',
  );
  expect(loginErrorText('google')).toBe('Google login failed. Please try again.');
  expect(loginErrorText('state_mismatch')).toBe('Authentication failed. Please try again.');
  // Not an error of the catalog: nothing failed.
  expect(loginErrorText('canceled')).toBe('Sign-in canceled.');
  expect(loginErrorText('constructor')).toBe('Authentication failed. Please try again.');
});

it('shows a valid log reference, and ignores anything else', () => {
  const id = '0b6f3c1e-52a4-4f0e-9a77-1d2c3b4a5f60';
  expect(loginReference(id)).toBe(id);
  for (const other of [
    `${id} `,
    `${id}0`,
    id.toUpperCase(),
    '<b>',
    'Call 555-1234',
    '',
    7,
    undefined,
    [id],
  ]) {
    expect(loginReference(other)).toBeUndefined();
  }
});
