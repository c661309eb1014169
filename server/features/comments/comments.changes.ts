import { randomUUID } from 'node:crypto';
import { NEW_MEMBER_LIMIT } from '#contract/errors.ts';
import { LIMITS, SERVER_LIMITS } from '#contract/limits.ts';
import type { CounterWrites } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { notFound } from '#server/core/http/errors/problems.ts';
import type { Member } from '#server/core/http/routing/routes.ts';
import { tooManyRequests } from '#server/core/http/security/rate-limit.ts';
import { makeId } from '#server/core/ids.ts';
import { notify } from '../notices/notices.public.ts';
import type { VisiblePrompt } from '../prompts/prompts.public.ts';
import { forbidden, requireComment } from './comments.access.ts';
import * as changes from './comments.changes.queries.ts';
import {
  type CommentRow,
  findAnsweredAuthor,
  findNewMemberWait,
  findRepeated,
  findThread,
  insertComment,
  lockThread,
  type NewComment,
} from './comments.queries.ts';

/**
 * One transaction under the thread's lock: whether the parent exists and whether this is a double click cannot change
 * between the check and the insert.
 * @returns the new comment's id, or that of the one it repeats
 * @param asked.isLimited whether new members may post only so many
 * @throws HttpProblem 404 for a parent that is deleted, of another prompt, or none; 429 for a new member's sixth in an
 *   hour
 */
export async function postComment(
  db: Db,
  asked: {
    memberId: string;
    prompt: VisiblePrompt;
    content: string;
    parentId?: string | null | undefined;
    isLimited: boolean;
  },
): Promise<{ id: string }> {
  const { memberId, prompt, parentId } = asked;
  return await db.transaction().execute(async (client) => {
    await lockThread(client, prompt);
    const thread = parentId ? await findThread(client, prompt, parentId) : null;
    if (thread === undefined) throw notFound('The comment you reply to was');
    const comment: NewComment = {
      id: makeId(randomUUID()),
      memberId,
      prompt,
      parentId: thread,
      content: asked.content.trim(),
    };
    const repeated = await findRepeated(client, comment);
    if (repeated !== undefined) return { id: repeated };
    if (asked.isLimited) await requireNewMemberAllowance(client, memberId);
    await insertComment(client, comment);
    if (parentId) await notifyAnswered(client, { ...comment, parentId });
    return { id: comment.id };
  });
}

/** @throws HttpProblem 429 */
async function requireNewMemberAllowance(transaction: Db, memberId: string): Promise<void> {
  const seconds = await findNewMemberWait(transaction, memberId);
  if (seconds <= 0) return;
  const limit = `On their first day members can post ${LIMITS.newMemberComments} comments an hour.`;
  throw tooManyRequests(seconds, limit, { code: NEW_MEMBER_LIMIT });
}

async function notifyAnswered(
  transaction: Db,
  { id, prompt, ...reply }: NewComment & { parentId: string },
): Promise<void> {
  const author = await findAnsweredAuthor(transaction, reply);
  if (author === undefined) return;
  await notify(transaction, author.memberId, {
    kind: 'comment_answered',
    subject: author.title,
    path: `/prompt/${prompt.id}#comment-${id}`,
    commentId: id,
  });
}

/** @throws HttpProblem 404 for a deleted one, 403 for another member's and after 15 minutes */
export async function reviseComment(
  db: Db,
  comment: CommentRow,
  content: string,
  viewer: Member,
): Promise<CommentRow> {
  if (comment.isDeleted) throw notFound('Comment');
  if (!(await changes.editComment(db, viewer.memberId, comment.id, content.trim()))) {
    throw refusal(comment, viewer, 'edited');
  }
  return await requireComment(db, comment.id, viewer);
}

/** @throws HttpProblem 404 for an unknown one, 403 for another member's and after 15 minutes */
export async function removeComment(
  db: Db,
  counters: CounterWrites,
  id: string,
  viewer: Member,
): Promise<{ commentCount: number }> {
  const comment = await requireComment(db, id, viewer);
  const { isChanged, commentCount } = await counters.run(comment.promptId, (client) =>
    changes.deleteComment(client, viewer.memberId, comment),
  );
  // A repeated call finds it deleted, by this call or a concurrent one: that is success.
  const isGone = isChanged || (await requireComment(db, id, viewer)).isDeleted;
  if (!isGone) throw refusal(comment, viewer, 'deleted');
  return { commentCount };
}

function refusal(comment: CommentRow, viewer: Member, verb: 'edited' | 'deleted') {
  return comment.userId === viewer.memberId
    ? forbidden(`A comment can be ${verb} within ${SERVER_LIMITS.commentEditMinutes} minutes of posting it.`)
    : forbidden(`Only its author can have a comment ${verb}.`);
}
