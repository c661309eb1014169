import { BRAND } from '#contract/brand.ts';
import type { ErrorPageLook } from '#server/core/http/errors/error-page.ts';
import type { Theme } from '#server/core/http/routing/theme-cookie.ts';

/**
 * Shown when another site sent the browser to /api/logout: its links and images must not sign members out. The link on
 * this page is same-origin, so it does.
 */
export function signOutPage({ styles }: ErrorPageLook, theme: Theme | undefined): string {
  const sheets = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  return `<!doctype html><html lang="en"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Sign out? · ${BRAND.name}</title>${sheets}</head><body><main class="plain-page"><h1>Sign out?</h1><p>Another site sent you here. You are still signed in.</p><p><a href="/api/logout">Sign Out</a> <a href="/">Stay signed in</a></p></main></body></html>`;
}
