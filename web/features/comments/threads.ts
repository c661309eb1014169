import type { Comment } from '#contract/comments.ts';

export interface Thread {
  first: Comment;
  replies: Comment[];
}

/**
 * Comments, oldest first, as threads one level deep. Replies whose first comment is not here (it is on a page that
 * has not been loaded, or it was taken away a moment ago) stand together as a thread of their own.
 */
export function toThreads(comments: readonly Comment[]): Thread[] {
  const threads = new Map<string, Thread>();
  for (const comment of comments) {
    const thread = comment.parentId ? threads.get(comment.parentId) : undefined;
    if (thread) thread.replies.push(comment);
    else threads.set(threadOf(comment), { first: comment, replies: [] });
  }
  return [...threads.values()];
}

/** The id all comments of a thread share: its first comment's, whether that is here or not. */
export function threadOf({ id, parentId }: Comment): string {
  return parentId ?? id;
}
