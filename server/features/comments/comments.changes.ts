import { randomUUID } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import type { Counted, CounterWrites } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { notFound } from '#server/core/http/problems.ts';
import type { Member } from '#server/core/http/routes.ts';
import { makeId } from '#server/core/ids.ts';
import type { VisiblePrompt } from '../prompts/prompts.access.ts';
import { forbidden, requireComment } from './comments.guards.ts';
import {
  type CommentRow,
  findRepeated,
  findThread,
  insertComment,
  lockThread,
  type NewComment,
} from './comments.queries.ts';
import * as changes from './comments-change.queries.ts';

/**
 * One transaction under the thread's lock: whether the parent is there and whether this is a double click cannot
 * change between looking and writing.
 * @returns the new comment's id, or that of the one it repeats
 * @throws HttpProblem 404 for a parent that is deleted, of another prompt, or none
 */
export async function postComment(
  db: Db,
  asked: { memberId: string; prompt: VisiblePrompt; content: string; parentId?: string | null | undefined },
  announcement: RawBuilder<unknown>,
): Promise<Counted & { id: string }> {
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
    if (repeated !== undefined) return { id: repeated, isMoved: false };
    await insertComment(client, comment, announcement);
    return { id: comment.id, isMoved: true };
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
  const { isMoved, commentCount } = await counters.run(comment.promptId, (client, announcement) =>
    changes.deleteComment(client, viewer.memberId, comment, announcement),
  );
  // A repeat finds it deleted, by this call or one beside it: that is what was asked for.
  const isGone = isMoved || (await requireComment(db, id, viewer)).isDeleted;
  if (!isGone) throw refusal(comment, viewer, 'deleted');
  return { commentCount };
}

function refusal(comment: CommentRow, viewer: Member, verb: 'edited' | 'deleted') {
  return comment.userId === viewer.memberId
    ? forbidden(`A comment can be ${verb} within ${LIMITS.commentEditMinutes} minutes of posting it.`)
    : forbidden(`Only its author can have a comment ${verb}.`);
}
