import type { InfiniteData } from '@tanstack/react-query';
import { type Comment, listComments } from '#contract/comments.ts';
import { callPage, type ListPage } from '#web/api/call.ts';
import { keyOf, pagedQuery } from '#web/api/query.ts';

export type CommentPages = InfiniteData<ListPage<Comment[]>>;

/** A prompt's comments, the oldest threads first, a page at a time. */
export function commentsQuery(promptId: string) {
  return pagedQuery(keyOf(listComments, { id: promptId }), (cursor, context) =>
    callPage(listComments, { id: promptId, query: { cursor } }, context),
  );
}

/** The same pages with other comments in them. */
export function mapComments(
  pages: CommentPages | undefined,
  change: (comments: Comment[]) => Comment[],
): CommentPages | undefined {
  return pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, items: change(page.items) })) };
}
