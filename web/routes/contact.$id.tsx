import { createFileRoute, lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { LIMITS } from '#contract/limits.ts';
import { loadedHead } from '#web/page-head.ts';

interface TicketSearch {
  /** The signature in a visitor's link, which the server checks. */
  key?: string;
}

export const Route = createFileRoute('/contact/$id')({
  validateSearch: ({ key }: Record<string, unknown>): TicketSearch =>
    typeof key === 'string' && key.length <= LIMITS.ticketKeyCharacters ? { key } : {},
  loaderDeps: ({ search: { key } }) => ({ key }),
  loader: lazyFn(() => import('#web/pages/contact/ticket-page.tsx'), 'loadTicket'),
  head: loadedHead,
  component: lazyRouteComponent(() => import('#web/pages/contact/ticket-page.tsx'), 'TicketPage'),
});
