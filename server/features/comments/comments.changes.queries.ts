import { type RawBuilder, sql } from 'kysely';
import { SERVER_LIMITS } from '#contract/limits.ts';
import { runCounted } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';

/** Own, not deleted, and recent enough. Checked by the statement that changes it, so that it cannot expire in between. */
const isChangeable = (memberId: string) => sql`user_id = ${memberId} and deleted_at is null
  and created_at > now() - make_interval(mins => ${SERVER_LIMITS.commentEditMinutes})`;

/** The same text again is no edit. @returns false when it may not be changed (any more) */
export async function editComment(db: Db, memberId: string, id: string, content: string): Promise<boolean> {
  const { rows } = await sql`
    update comments set content = ${content},
      edited_at = case when content = ${content} then edited_at else now() end
    where id = ${id} and ${isChangeable(memberId)} returning 1`.execute(db);
  return rows.length > 0;
}

/** Erases the text; the row stays. `isChanged` is false when it may not be deleted (any more). */
export async function deleteComment(
  db: Db,
  memberId: string,
  comment: { id: string; promptId: string },
): Promise<{ isChanged: boolean; commentCount: number }> {
  return await runCounted(db, {
    promptId: comment.promptId,
    event: sql`event as (update comments set content = '', deleted_at = now()
      where id = ${comment.id} and ${isChangeable(memberId)} returning 1)`,
    changes: sql`comment_count = s.comment_count - 1`,
    counters: sql`s.comment_count as "commentCount"`,
  });
}

/** @returns the comment's upvotes as they are now */
export async function addCommentVote(db: Db, memberId: string, id: string): Promise<number> {
  return await changeUpvotes(
    db,
    id,
    sql`insert into comment_votes (comment_id, user_id) values (${id}, ${memberId}) on conflict do nothing returning 1`,
    sql`1`,
  );
}

/** @returns the comment's upvotes as they are now */
export async function removeCommentVote(db: Db, memberId: string, id: string): Promise<number> {
  return await changeUpvotes(
    db,
    id,
    sql`delete from comment_votes where comment_id = ${id} and user_id = ${memberId} returning 1`,
    sql`-1`,
  );
}

/** As runCounted does for prompts: the member's row first, then the counter, and only if the row changed. */
async function changeUpvotes(
  db: Db,
  id: string,
  event: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ upvotes: number }>`
    with event as (${event}),
    moved as (update comments c set upvotes = c.upvotes + ${by} from event where c.id = ${id} returning c.upvotes),
    kept as (select c.upvotes from comments c where c.id = ${id} and not exists (select from event) for share)
    select * from moved union all select * from kept`.execute(db);
  return rows[0]?.upvotes ?? 0;
}

export interface Report {
  reason: string;
  details: string | undefined;
}

/** The first report of a member on a comment stays as it is. */
export async function addReport(
  db: Db,
  memberId: string,
  commentId: string,
  { reason, details = '' }: Report,
): Promise<void> {
  await db
    .insertInto('comment_reports')
    .values({ comment_id: commentId, user_id: memberId, reason, details: details.trim() || null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
