import { z } from 'zod';
import { problemSchema } from '#contract/errors.ts';
import { lockedPromptSchema } from '#contract/prompts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem, notFound } from '#server/core/http/errors/problems.ts';
import type { Member } from '#server/core/http/routing/routes.ts';
import { requireVisiblePrompt, type VisiblePrompt } from '../prompts/prompts.public.ts';
import { type CommentRow, findComment } from './comments.queries.ts';

/** For openapi.json: why a change of an existing comment is refused. */
export const REFUSED_RESPONSE = {
  403: {
    description:
      'Upgrade required, with the prompt but its text; or not with this comment: whose it is, or its 15 minutes, forbid it.',
    schema: z.union([lockedPromptSchema, problemSchema]),
  },
};

/** @throws HttpProblem 404 for an unknown comment, and for another member's deleted one */
export async function requireComment(db: Db, id: string, viewer: Member): Promise<CommentRow> {
  const comment = await findComment(db, viewer.memberId, id);
  const isGone = comment?.isDeleted && comment.userId !== viewer.memberId;
  if (comment === undefined || isGone) throw notFound('Comment');
  return comment;
}

/**
 * A comment of this prompt; of a deleted one, which may have replies, that it was there.
 * @throws HttpProblem 404 for an unknown one and for one of another prompt
 */
export async function requireCommentOf(
  db: Db,
  prompt: VisiblePrompt,
  id: string,
  viewer: Member,
): Promise<CommentRow> {
  const comment = await findComment(db, viewer.memberId, id);
  if (comment?.promptId !== prompt.id) throw notFound('Comment');
  return comment;
}

/**
 * Another member's comment on a prompt the viewer may read.
 * @throws HttpProblem 404 for an unknown or deleted one, 403 for one's own or above the viewer's tier
 */
export async function requireOthersComment(
  db: Db,
  id: string,
  viewer: Member,
  verb: string,
): Promise<CommentRow> {
  const comment = await findComment(db, viewer.memberId, id);
  if (comment === undefined || comment.isDeleted) throw notFound('Comment');
  await requireVisiblePrompt(db, comment.promptId, viewer);
  if (comment.userId === viewer.memberId) throw forbidden(`You cannot ${verb} your own comment.`);
  return comment;
}

export const forbidden = (message: string) => new HttpProblem(403, message);
