import type { QueryClient } from '@tanstack/react-query';
import { commentsQuery } from '#web/features/comments/comments.queries.ts';
import { LazyCommentText } from '#web/features/comments/text/lazy-comment-text.ts';
import { exemplarsQuery } from '#web/features/exemplars/exemplars.queries.ts';
import { relatedQuery } from '#web/features/related/related.queries.ts';
import { LazyComments } from './lazy-comments.ts';
import { LazyExemplars } from './lazy-exemplars.ts';

/**
 * What stands below a prompt. Never throws: a page without one of them is still a page, and it is asked for again
 * there. Apart from the route, whose code is part of every page's first script. Visitors with scripts see the page for
 * 500 ms and then go to /login, so their related prompts serve readers without scripts and crawlers.
 * @param state whether the prompt is readable: a locked one shows no comments, a visitor sees neither those nor
 *   exemplars; a missing one has related prompts when it was retired
 */
export async function prefetchPanels(
  queryClient: QueryClient,
  id: string,
  state: 'open' | 'locked' | 'visitor' | 'missing',
): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(relatedQuery(id)),
    ...(state === 'visitor' || state === 'missing'
      ? []
      : [queryClient.prefetchQuery(exemplarsQuery(id)), LazyExemplars.preload()]),
    ...(state === 'open' ? [prefetchComments(queryClient, id)] : []),
  ]);
}

async function prefetchComments(queryClient: QueryClient, id: string): Promise<void> {
  const query = commentsQuery(id);
  await Promise.all([queryClient.prefetchInfiniteQuery(query), LazyComments.preload()]);
  // The query brings it with the list, but does not run where the server's HTML brought the list.
  const pages = queryClient.getQueryData(query.queryKey)?.pages ?? [];
  if (pages.some(({ items }) => items.length > 0)) await LazyCommentText.preload();
}
