import type { Comment } from '#contract/comments.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { Member } from '#server/core/http/routing/routes.ts';
import { findCards } from '../prompts/prompts.public.ts';
import { makeExcerpt } from './comments.excerpt.ts';
import { toComment } from './comments.projection.ts';
import { findCommentBeginnings } from './comments.queries.ts';

export interface Reply {
  author: Comment['user'];
  excerpt: string;
}

/** By id. Left out are those hidden or deleted, and those on a prompt that the viewer may not read (any more). */
export async function findReplies(
  db: Db,
  ids: readonly string[],
  viewer: Member,
): Promise<Map<string, Reply>> {
  if (ids.length === 0) return new Map();
  const rows = (await findCommentBeginnings(db, viewer.memberId, ids)).filter(({ isDeleted }) => !isDeleted);
  const cards = await findCards(db, [...new Set(rows.map(({ promptId }) => promptId))], viewer);
  const readable = new Set(cards.filter(({ isLocked }) => !isLocked).map(({ id }) => id));
  return new Map(
    rows
      .filter(({ promptId }) => readable.has(promptId))
      .map((row) => {
        const { id, user, content } = toComment(row, viewer.memberId);
        return [id, { author: user, excerpt: makeExcerpt(content) }];
      }),
  );
}
