import type { Notice } from '#contract/notices.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { Member } from '#server/core/http/routing/routes.ts';
import { findReplies } from '../comments/comments.public.ts';
import { findNotices } from './notices.queries.ts';

/** Notices, each with the author and the beginning of its reply, if the member may read it. */
export async function findNoticesWithReplies(db: Db, viewer: Member): Promise<Notice[]> {
  const rows = await findNotices(db, viewer.memberId);
  const ids = rows.flatMap(({ commentId }) => commentId ?? []);
  const replies = await findReplies(db, ids, viewer);
  return rows.map(({ commentId, createdAt, ...notice }) => ({
    ...notice,
    createdAt: createdAt.toISOString(),
    reply: (commentId && replies.get(commentId)) || null,
  }));
}
