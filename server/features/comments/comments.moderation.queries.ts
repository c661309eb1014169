import { sql } from 'kysely';
import type { Decision } from '#contract/admin-moderation.ts';
import { recordAct, type StaffTransaction } from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';

type CommentState = 'shown' | 'hidden' | 'deleted';

interface ModeratedComment {
  promptId: string;
  promptTitle: string;
  authorId: string | null;
  state: CommentState;
  /** Members whose open reports wait for this decision. */
  reporterIds: string[];
}

export interface DecidedComment extends ModeratedComment {
  after: CommentState;
}

/** A reported comment; undefined for one that nobody reported. */
export async function findReported(db: Db, id: string): Promise<ModeratedComment | undefined> {
  const { rows } = await sql<ModeratedComment>`
    select c.prompt_id as "promptId", p.title as "promptTitle", c.user_id as "authorId",
      case when c.hidden_content is not null then 'hidden' when c.deleted_at is not null then 'deleted'
        else 'shown' end as state,
      (select coalesce(array_agg(user_id), '{}') from comment_reports
        where comment_id = c.id and resolved_at is null) as "reporterIds"
    from comments c join prompts p on p.id = c.prompt_id where c.id = ${id} and exists (select from comment_reports where comment_id = c.id)`.execute(
    db,
  );
  return rows[0];
}

const RESULTS = { keep: 'shown', hide: 'hidden', delete: 'deleted' } as const;
const RESOLUTIONS = { keep: 'kept', hide: 'hidden', delete: 'deleted' } as const;

/**
 * Does with a reported comment what was decided, and resolves its reports. Run it as counted writes of its prompt.
 * @returns what it was before and is now, and whose reports were resolved
 * @throws HttpProblem 409 for keeping or hiding a deleted one: its text is gone
 */
export async function decideComment(
  transaction: StaffTransaction,
  id: string,
  { decision, reason }: { decision: Decision; reason: string },
): Promise<DecidedComment | undefined> {
  await sql`select from comments where id = ${id} for update`.execute(transaction);
  const comment = await findReported(transaction, id);
  if (comment === undefined) return undefined;
  if (comment.state === 'deleted' && decision !== 'delete') {
    throw new HttpProblem(409, 'This comment is already deleted; its text is gone.');
  }
  const after = RESULTS[decision];
  await writeState(transaction, id, comment, after);
  await sql`update comment_reports set resolved_at = now(), resolution = ${RESOLUTIONS[decision]}
    where comment_id = ${id}`.execute(transaction);
  await recordAct(transaction, {
    act: `${decision} comment`,
    subject: { kind: 'comment', id },
    before: { state: comment.state },
    after: { state: after },
    reason,
  });
  return { ...comment, after };
}

/** A hidden comment is a deleted one whose text can come back. */
async function writeState(
  transaction: Db,
  id: string,
  { state, promptId }: ModeratedComment,
  after: CommentState,
): Promise<void> {
  if (state === after) return;
  if (after === 'hidden') {
    await sql`update comments set hidden_content = content, content = '', deleted_at = now() where id = ${id}`.execute(
      transaction,
    );
  } else if (after === 'deleted') {
    await sql`update comments set hidden_content = null, content = '', deleted_at = coalesce(deleted_at, now())
      where id = ${id}`.execute(transaction);
  } else {
    await sql`update comments set content = hidden_content, hidden_content = null, deleted_at = null
      where id = ${id}`.execute(transaction);
  }
  const change = Number(after === 'shown') - Number(state === 'shown');
  await sql`update prompt_stats set comment_count = comment_count + ${change}
    where prompt_id = ${promptId}`.execute(transaction);
}
