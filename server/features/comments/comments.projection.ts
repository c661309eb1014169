import type { Comment } from '#contract/comments.ts';
import { SERVER_LIMITS } from '#contract/limits.ts';
import { maskEmail, maskEmailsIn } from '#server/core/display-name.ts';
import { allowedProfileImage } from '#server/core/http/security/profile-images.ts';
import type { CommentRow } from './comments.queries.ts';

/** The only way a comment leaves the data layer: others' comments as this member may see them. */
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
    firstName: isOwn ? row.firstName : maskEmailsIn(row.firstName),
    lastName: isOwn ? row.lastName : maskEmailsIn(row.lastName),
    email: isOwn ? email : maskEmail(email),
    profileImageUrl: allowedProfileImage(row.profileImageUrl),
  };
}

function editableUntil(createdAt: Date): string {
  return new Date(createdAt.getTime() + SERVER_LIMITS.commentEditMinutes * 60_000).toISOString();
}
