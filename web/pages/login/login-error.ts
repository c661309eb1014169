import { SIGN_IN_AGAIN, SIGN_IN_CANCELED } from '#contract/errors.ts';

const TEXTS: Readonly<Record<string, string>> = {
  google_not_configured: 'Google login is not yet configured. Please set up your Google OAuth credentials.',
  suspended:
    'Your account is suspended. You can still browse as a visitor. If you think this is a mistake, write to us.',
  [SIGN_IN_AGAIN]:
    'Google didn’t ask you to confirm who you are. Sign out of Google, then sign in here again.',
  [SIGN_IN_CANCELED]: 'Sign-in canceled.',
  google: 'Google login failed. Please try again.',
};

/** The alert for the `error` in the login page's address. */
export function loginErrorText(error: string): string {
  return (Object.hasOwn(TEXTS, error) && TEXTS[error]) || 'Authentication failed. Please try again.';
}
