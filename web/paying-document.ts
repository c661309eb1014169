import { redirect } from '@tanstack/react-router';

/** Pages the provider's scripts and frames are let in on (server/core/http/security.ts). */
const PAYING_PAGES = /^\/(?:subscribe|subscription|subscription-success|orders)$/;

/** The page this tab loaded, whatever the router has shown since. */
const LOADED_PATH = import.meta.env.SSR ? '' : window.location.pathname;

/**
 * Loads the page anew where it would be shown within another: a browser keeps the content policy of the page it
 * loaded, and the strict one of every other page lets no payment form in. Most links are plain ones anyway.
 * @param href path and query of the page
 * @throws a redirect
 */
export function requirePayingDocument(href: string): void {
  if (import.meta.env.SSR || PAYING_PAGES.test(LOADED_PATH)) return;
  throw redirect({ href, reloadDocument: true });
}
