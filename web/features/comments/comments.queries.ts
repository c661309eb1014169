import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { Comment } from '#contract/comments.ts';
import { readJson, sendJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';
import { stringifySearch } from '#web/search-params.ts';

interface CommentPage {
  comments: Comment[];
  nextCursor: string | null;
}

export type CommentPages = InfiniteData<CommentPage>;

/** A prompt's comments, oldest first, 200 at a time. */
export function commentsQuery(promptId: string) {
  const path = `/api/prompts/${encodeURIComponent(promptId)}/comments`;
  return infiniteQueryOptions({
    queryKey: [path],
    queryFn: async (context): Promise<CommentPage> => {
      const query = stringifySearch({ cursor: context.pageParam ?? undefined });
      const answer = await callApi(context, `${path}${query}`);
      const next = /<([^>]+)>;\s*rel="next"/.exec(answer.headers['link'] ?? '')?.[1];
      return {
        comments: readJson<Comment[]>(answer),
        nextCursor: next ? new URL(next, 'http://localhost').searchParams.get('cursor') : null,
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

/** The same pages with other comments in them. */
export function mapComments(
  pages: CommentPages | undefined,
  change: (comments: Comment[]) => Comment[],
): CommentPages | undefined {
  return (
    pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, comments: change(page.comments) })) }
  );
}

export function postComment(promptId: string, content: string, parentId: string | null): Promise<Comment> {
  return sendJson<Comment>('POST', `/api/prompts/${promptId}/comments`, {
    content,
    ...(parentId ? { parentId } : {}),
  });
}

export function putComment(id: string, content: string): Promise<Comment> {
  return sendJson<Comment>('PUT', `/api/comments/${id}`, { content });
}

export function deleteComment(id: string): Promise<{ commentCount: number }> {
  return sendJson<{ commentCount: number }>('DELETE', `/api/comments/${id}`);
}

export function voteOnComment(
  id: string,
  hasUpvoted: boolean,
): Promise<{ upvotes: number; hasUpvoted: boolean }> {
  return sendJson(hasUpvoted ? 'POST' : 'DELETE', `/api/comments/${id}/vote`);
}

export function sendReport(id: string, reason: string, details: string): Promise<{ isReported: true }> {
  return sendJson('POST', `/api/comments/${id}/report`, {
    reason,
    ...(details.trim() ? { details: details.trim() } : {}),
  });
}
