import { redirect } from '@tanstack/react-router';
import { hasPaymentForm } from '#contract/payment-pages.ts';

/** Whether this tab loaded a page with the provider's policy, whatever the router has shown since. */
const IS_LOADED = !import.meta.env.SSR && hasPaymentForm(window.location.pathname);

/**
 * Loads the page as a new document where it would be shown within another: a browser keeps the content policy of the page it
 * loaded, and the strict one of every other page lets no payment form in. Most links are plain ones anyway.
 * @param href path and query of the page
 * @throws a redirect
 */
export function requirePaymentDocument(href: string): void {
  if (import.meta.env.SSR || IS_LOADED) return;
  throw redirect({ href, reloadDocument: true });
}
