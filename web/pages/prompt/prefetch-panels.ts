import type { QueryClient } from '@tanstack/react-query';
import { commentsQuery } from '#web/features/comments/comments.queries.ts';
import { LazyCommentText } from '#web/features/comments/text/lazy-comment-text.ts';
import { exemplarsQuery } from '#web/features/exemplars/exemplars.queries.ts';
import { promptQuery } from '#web/features/prompts/prompt.queries.ts';
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
  const known = queryClient.getQueryData(promptQuery(id).queryKey);
  const isCounted = known?.kind === 'open' && known.prompt.commentCount > 0;
  await Promise.all([
    queryClient.prefetchInfiniteQuery(commentsQuery(id)),
    LazyComments.preload(),
    ...(isCounted ? [LazyCommentText.preload()] : []),
  ]);
  // Needed where the query did not run here, because the list came with the HTML; also for one with a comment that the
  // prompt, read before, does not count: the server draws it, since it loads each part once for everybody.
  const pages = queryClient.getQueryData(commentsQuery(id).queryKey)?.pages ?? [];
  if (pages.some(({ items }) => items.length > 0)) await LazyCommentText.preload();
}
