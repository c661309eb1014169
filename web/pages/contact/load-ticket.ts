import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import { nullIfNotFound } from '#web/api/call.ts';
import { ticketQuery } from '#web/features/support/support.queries.ts';
import type { PageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

/** A conversation: the member's own, or the one of a visitor's signed link. @throws notFound for any other */
export async function loadTicket(call: {
  context: { queryClient: QueryClient };
  params: { id: string };
  deps: { key?: string | undefined };
}): Promise<PageHead> {
  const { id } = call.params;
  if (!isId(id)) throw notFound();
  const found = await call.context.queryClient
    .fetchQuery({ ...ticketQuery(id, call.deps.key), staleTime: STALE_MILLISECONDS })
    .catch(nullIfNotFound);
  if (found === null) throw notFound();
  return {
    title: 'Your message',
    description: 'A conversation with the team.',
    path: paths.ticket(id),
    isNotIndexed: true,
  };
}
