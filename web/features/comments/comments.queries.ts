import type { InfiniteData } from '@tanstack/react-query';
import { type Comment, listComments } from '#contract/comments.ts';
import { callPage, type ListPage } from '#web/api/call.ts';
import { keyOf, pagedQuery } from '#web/api/query.ts';
import { LazyCommentText } from './text/lazy-comment-text.ts';

export type CommentPages = InfiniteData<ListPage<Comment[]>>;

/**
 * A prompt's comments, the oldest threads first, a page at a time. A page comes with what draws its texts: the browser
 * scrolls to a linked comment once, and texts that come later would push it out of view.
 */
export function commentsQuery(promptId: string) {
  return pagedQuery(keyOf(listComments, { id: promptId }), async (cursor, context) => {
    const page = await callPage(listComments, { id: promptId, query: { cursor } }, context);
    if (page.items.length > 0) await LazyCommentText.preload();
    return page;
  });
}

/** The same pages with other comments in them. */
export function mapComments(
  pages: CommentPages | undefined,
  change: (comments: Comment[]) => Comment[],
): CommentPages | undefined {
  return pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, items: change(page.items) })) };
}
