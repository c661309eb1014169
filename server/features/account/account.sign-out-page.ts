import { type PageStyles, plainPage } from '#server/core/http/errors/error-page.ts';
import type { Theme } from '#server/core/http/routing/theme-cookie.ts';

/**
 * Shown when another site sent the browser to /api/logout: its links and images must not sign members out. The link on
 * this page is same-origin, so it does.
 */
export function signOutPage(assets: PageStyles, theme: Theme | undefined): string {
  return plainPage(
    {
      heading: 'Sign out?',
      message: 'Another site sent you here. You are still signed in.',
      links: [
        { href: '/api/logout', label: 'Sign Out' },
        { href: '/', label: 'Stay signed in' },
      ],
    },
    assets,
    theme,
  );
}
