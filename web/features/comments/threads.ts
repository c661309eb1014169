import type { Comment } from '#contract/comments.ts';

export interface Thread {
  first: Comment;
  replies: Comment[];
}

/**
 * Comments, oldest first, as threads one level deep. A reply whose first comment is not here (it is on a page that
 * has not been loaded, or it was taken away a moment ago) stands as a thread of its own.
 */
export function toThreads(comments: readonly Comment[]): Thread[] {
  const threads = new Map<string, Thread>();
  for (const comment of comments) {
    const parent = comment.parentId ? threads.get(comment.parentId) : undefined;
    if (parent) parent.replies.push(comment);
    else threads.set(comment.id, { first: comment, replies: [] });
  }
  return [...threads.values()];
}
