import type { Comment } from '#contract/comments.ts';

/** A comment of one's own whose text is its id; a test says what else matters to it. */
export function makeComment(id: string, parentId: string | null = null): Comment {
  return {
    id,
    parentId,
    content: id,
    createdAt: '2026-01-01T00:00:00Z',
    editedAt: null,
    isDeleted: false,
    upvotes: 0,
    hasUpvoted: false,
    isOwn: true,
    editableUntil: null,
    user: null,
  };
}
