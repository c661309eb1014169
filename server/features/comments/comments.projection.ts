import type { Comment } from '#contract/comments.ts';
import { LIMITS } from '#contract/limits.ts';
import { allowedPicture } from '#server/core/http/pictures.ts';
import type { CommentRow } from './comments.queries.ts';

/** The one way a comment leaves the data layer: what others wrote as others may see it (DECISIONS 22). */
export function toComment(row: CommentRow, memberId: string): Comment {
  const isOwn = row.userId === memberId;
  return {
    id: row.id,
    content: row.isDeleted ? '' : row.content,
    parentId: row.parentId,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.isDeleted ? null : (row.editedAt?.toISOString() ?? null),
    isDeleted: row.isDeleted,
    upvotes: row.isDeleted ? 0 : row.upvotes,
    hasUpvoted: !row.isDeleted && row.hasUpvoted,
    isOwn: isOwn && !row.isDeleted,
    editableUntil: isOwn && !row.isDeleted ? editableUntil(row.createdAt) : null,
    user: row.isDeleted || row.email === null ? null : toAuthor(row, row.email, isOwn),
  };
}

function toAuthor(row: CommentRow, email: string, isOwn: boolean): Comment['user'] {
  return {
    firstName: isOwn ? row.firstName : withoutAddress(row.firstName),
    lastName: isOwn ? row.lastName : withoutAddress(row.lastName),
    email: isOwn ? email : maskEmail(email),
    profileImageUrl: allowedPicture(row.profileImageUrl),
  };
}

function editableUntil(createdAt: Date): string {
  return new Date(createdAt.getTime() + LIMITS.commentEditMinutes * 60_000).toISOString();
}

/** `ada@example.com` → `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, Math.max(0, at));
  return `${first}•••${at < 0 ? '' : email.slice(at)}`;
}

/** Accounts without a name carry their address as one. */
function withoutAddress(name: string | null): string | null {
  return name?.replace(/\S+@\S+/g, maskEmail) ?? null;
}
