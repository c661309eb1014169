import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import { LIMITS } from '#contract/limits.ts';
import { nullIfNotFound } from '#web/api/call.ts';
import { ticketQuery } from '#web/features/support/support.queries.ts';
import { pageHead } from '#web/page-head.ts';
import { STALE_MILLISECONDS } from '#web/pages/lists/stale-time.ts';
import { paths } from '#web/paths.ts';

interface TicketSearch {
  /** The signature in a visitor's link, which the server checks. */
  key?: string;
}

export const Route = createFileRoute('/contact/$id')({
  validateSearch: ({ key }: Record<string, unknown>): TicketSearch =>
    typeof key === 'string' && key.length <= LIMITS.ticketKeyCharacters ? { key } : {},
  loaderDeps: ({ search: { key } }) => ({ key }),
  loader: async ({ context: { queryClient }, params: { id }, deps: { key } }) => {
    if (!isId(id)) throw notFound();
    const found = await queryClient
      .fetchQuery({ ...ticketQuery(id, key), staleTime: STALE_MILLISECONDS })
      .catch(nullIfNotFound);
    if (found === null) throw notFound();
  },
  head: ({ match: { context }, params: { id } }) =>
    pageHead(context.settings, {
      title: 'Your message',
      description: 'A conversation with the team.',
      path: paths.ticket(id),
      isNotIndexed: true,
    }),
  component: lazyRouteComponent(() => import('#web/pages/contact/ticket-page.tsx'), 'TicketPage'),
});
