import type { FastifyInstance } from 'fastify';
import {
  addComment,
  deleteComment,
  editComment,
  listComments,
  removeCommentVote,
  reportComment,
  upvoteComment,
} from '#contract/comments.ts';
import { LIMITS } from '#contract/limits.ts';
import type { CounterWrites } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { retried } from '#server/core/database/retry.ts';
import type { ActionLimits } from '#server/core/http/action-limit.ts';
import { decodeCursor, encodeCursor } from '#server/core/http/cursor.ts';
import { linkNextPage } from '#server/core/http/next-page.ts';
import { addRoute } from '#server/core/http/routes.ts';
import { LOCKED_ANSWER, requireVisiblePrompt } from '../prompts/prompts.access.ts';
import { postComment, removeComment, reviseComment } from './comments.changes.ts';
import { REFUSED_ANSWER, requireComment, requireOthersComment } from './comments.guards.ts';
import { toComment } from './comments.projection.ts';
import { commentPlaceShape, findComments } from './comments.queries.ts';
import * as changes from './comments-change.queries.ts';

interface Parts {
  db: Db;
  counters: CounterWrites;
  limits: ActionLimits;
}

export function commentRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, counters, limits } = parts;
  const options = { tag: 'comments', otherAnswers: LOCKED_ANSWER };
  const change = { tag: 'comments', otherAnswers: REFUSED_ANSWER, ...limits.of('commentChange') };

  addRoute(app, listComments, options, async ({ params, query, viewer, reply }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    const limit = query.limit ?? LIMITS.commentPage;
    const binding = ['comments', prompt.id];
    const after =
      query.cursor === undefined ? undefined : decodeCursor(query.cursor, binding, commentPlaceShape);
    const rows = await findComments(db, viewer.memberId, prompt, { after, count: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    if (last && rows.length > limit) {
      const cursor = encodeCursor(binding, { moment: last.moment, id: last.id });
      linkNextPage(reply, listComments.url.replace(':id', prompt.id), query, cursor);
    }
    return shown.map((row) => toComment(row, viewer.memberId));
  });

  addRoute(app, addComment, { ...options, ...limits.of('comment') }, async ({ params, body, viewer }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    const { id } = await counters.run(prompt.id, (client, announcement) =>
      postComment(client, { memberId: viewer.memberId, prompt, ...body }, announcement),
    );
    return toComment(await requireComment(db, id, viewer), viewer.memberId);
  });

  addRoute(app, editComment, change, async ({ params, body, viewer }) => {
    const comment = await requireComment(db, params.id, viewer);
    await requireVisiblePrompt(db, comment.promptId, viewer);
    return toComment(await reviseComment(db, comment, body.content, viewer), viewer.memberId);
  });

  // Not asked: whether the prompt is still open to them. Everybody may take their own words back.
  addRoute(app, deleteComment, change, ({ params, viewer }) =>
    removeComment(db, counters, params.id, viewer),
  );

  voteRoutes(app, parts);
}

function voteRoutes(app: FastifyInstance, { db, limits }: Parts): void {
  const options = { tag: 'comments', otherAnswers: REFUSED_ANSWER };

  addRoute(app, upvoteComment, { ...options, ...limits.of('vote') }, async ({ params, viewer }) => {
    const comment = await requireOthersComment(db, params.id, viewer, 'vote on');
    const upvotes = await retried(() => changes.addCommentVote(db, viewer.memberId, comment.id));
    return { upvotes, hasUpvoted: true };
  });

  addRoute(app, removeCommentVote, { ...options, ...limits.of('vote') }, async ({ params, viewer }) => {
    const comment = await requireOthersComment(db, params.id, viewer, 'vote on');
    const upvotes = await retried(() => changes.removeCommentVote(db, viewer.memberId, comment.id));
    return { upvotes, hasUpvoted: false };
  });

  addRoute(app, reportComment, { ...options, ...limits.of('report') }, async ({ params, body, viewer }) => {
    const comment = await requireOthersComment(db, params.id, viewer, 'report');
    const { reason, details } = body;
    await changes.addReport(db, viewer.memberId, comment.id, { reason, details });
    return { isReported: true as const };
  });
}
