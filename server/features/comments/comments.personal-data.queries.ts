import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** For the archive of a member's data: those they did not delete, hidden ones too. */
export async function exportComments(db: Db, memberId: string) {
  const { rows } = await sql<{
    id: string;
    promptId: string;
    promptTitle: string;
    parentId: string | null;
    content: string;
    upvotes: number;
    postedAt: Date;
    editedAt: Date | null;
  }>`
    select c.id, c.prompt_id as "promptId", p.title as "promptTitle", c.parent_id as "parentId",
      coalesce(c.hidden_content, c.content) as content, c.upvotes,
      c.created_at as "postedAt", c.edited_at as "editedAt"
    from comments c join prompts p on p.id = c.prompt_id
    where c.user_id = ${memberId} and (c.deleted_at is null or c.hidden_content is not null) order by c.created_at, c.id`.execute(
    db,
  );
  return rows;
}

/** For the archive of a member's data. */
export async function exportCommentVotes(db: Db, memberId: string) {
  const { rows } = await sql<{ commentId: string }>`
    select comment_id as "commentId" from comment_votes where user_id = ${memberId} order by comment_id`.execute(
    db,
  );
  return rows;
}

/** For the archive of a member's data. */
export async function exportReports(db: Db, memberId: string) {
  const { rows } = await sql<{
    commentId: string;
    reason: string;
    details: string | null;
    reportedAt: Date;
  }>`
    select comment_id as "commentId", reason, details, created_at as "reportedAt"
    from comment_reports where user_id = ${memberId} order by created_at, comment_id`.execute(db);
  return rows;
}

/**
 * The member's votes on comments, with the comments' counters. Two of these may deadlock: run it in a transaction that is
 * retried.
 */
export async function removeCommentVotes(transaction: Db, memberId: string): Promise<void> {
  await sql`
    with removed as (delete from comment_votes where user_id = ${memberId} returning comment_id)
    update comments c set upvotes = c.upvotes - 1 from removed r where c.id = r.comment_id`.execute(
    transaction,
  );
}

/**
 * Erases the texts of all of a member's comments; the rows stay, so that replies keep their parent. Two of these may
 * deadlock: run it in a transaction that is retried.
 */
export async function removeComments(transaction: Db, memberId: string): Promise<void> {
  await sql`
    with removed as (update comments set content = '', deleted_at = now()
      where user_id = ${memberId} and deleted_at is null returning prompt_id),
    counted as (select prompt_id, count(*)::integer as count from removed group by prompt_id)
    update prompt_stats s set comment_count = s.comment_count - c.count
    from counted c where s.prompt_id = c.prompt_id`.execute(transaction);
}

/** What staff hid comes back only while its author is here. */
export async function removeHiddenTexts(transaction: Db, memberId: string): Promise<void> {
  await sql`update comments set hidden_content = null where user_id = ${memberId}
    and hidden_content is not null`.execute(transaction);
}
