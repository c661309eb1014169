import type { FastifyInstance } from 'fastify';
import {
  addComment,
  deleteComment,
  editComment,
  getComment,
  listComments,
  removeCommentVote,
  reportComment,
  upvoteComment,
} from '#contract/comments.ts';
import { SERVER_LIMITS } from '#contract/limits.ts';
import type { CounterWrites } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { withTransactionRetry } from '#server/core/database/transaction-retry.ts';
import { linkNextPage, requirePage } from '#server/core/http/routing/cursor.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { LOCKED_RESPONSE, requireVisiblePrompt } from '../prompts/prompts.public.ts';
import {
  REFUSED_RESPONSE,
  requireComment,
  requireCommentOf,
  requireOthersComment,
} from './comments.access.ts';
import * as changes from './comments.changes.queries.ts';
import { postComment, removeComment, reviseComment } from './comments.changes.ts';
import { fitPage } from './comments.page.ts';
import { toComment } from './comments.projection.ts';
import { commentPositionSchema, findComments } from './comments.queries.ts';

interface Dependencies {
  db: Db;
  counters: CounterWrites;
  limits: ActionLimits;
}

export function commentRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, counters, limits } = dependencies;
  const options = { tag: 'comments', otherResponses: LOCKED_RESPONSE };
  const change = { tag: 'comments', otherResponses: REFUSED_RESPONSE, ...limits.of('commentChange') };

  addRoute(app, listComments, options, async ({ params, query, viewer, reply }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    const limit = Math.min(query.limit ?? SERVER_LIMITS.commentPage, SERVER_LIMITS.commentPage);
    const list = { name: ['comments', prompt.id], position: commentPositionSchema, limit };
    const { split, ...page } = requirePage(list, { cursor: query.cursor });
    const rows = await findComments(db, viewer.memberId, prompt, page);
    const { shown, nextCursor } = split(rows, fitPage(rows));
    linkNextPage(reply, listComments, { params, query }, nextCursor);
    return shown
      .toSorted((a, b) => Number(a.postedAt) - Number(b.postedAt))
      .map((row) => toComment(row, viewer.memberId));
  });

  addRoute(app, getComment, options, async ({ params, viewer }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    return toComment(await requireCommentOf(db, prompt, params.commentId, viewer), viewer.memberId);
  });

  addRoute(app, addComment, { ...options, ...limits.of('comment') }, async ({ params, body, viewer }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    const { id } = await counters.run(prompt.id, (client) =>
      postComment(client, { memberId: viewer.memberId, prompt, ...body, isLimited: limits.isOn }),
    );
    return toComment(await requireComment(db, id, viewer), viewer.memberId);
  });

  addRoute(app, editComment, change, async ({ params, body, viewer }) => {
    const comment = await requireComment(db, params.id, viewer);
    await requireVisiblePrompt(db, comment.promptId, viewer);
    return toComment(await reviseComment(db, comment, body.content, viewer), viewer.memberId);
  });

  // Without requireVisiblePrompt: members may delete their own comments even when they may no longer read the prompt.
  addRoute(app, deleteComment, change, ({ params, viewer }) =>
    removeComment(db, counters, params.id, viewer),
  );

  voteRoutes(app, dependencies);
}

function voteRoutes(app: FastifyInstance, { db, limits }: Dependencies): void {
  const options = { tag: 'comments', otherResponses: REFUSED_RESPONSE };

  addRoute(app, upvoteComment, { ...options, ...limits.of('vote') }, async ({ params, viewer }) => {
    const comment = await requireOthersComment(db, params.id, viewer, 'vote on');
    const upvotes = await withTransactionRetry(() => changes.addCommentVote(db, viewer.memberId, comment.id));
    return { upvotes, hasUpvoted: true };
  });

  addRoute(app, removeCommentVote, { ...options, ...limits.of('vote') }, async ({ params, viewer }) => {
    const comment = await requireOthersComment(db, params.id, viewer, 'vote on');
    const upvotes = await withTransactionRetry(() =>
      changes.removeCommentVote(db, viewer.memberId, comment.id),
    );
    return { upvotes, hasUpvoted: false };
  });

  addRoute(app, reportComment, { ...options, ...limits.of('report') }, async ({ params, body, viewer }) => {
    const comment = await requireOthersComment(db, params.id, viewer, 'report');
    const { reason, details } = body;
    await changes.addReport(db, viewer.memberId, comment.id, { reason, details });
    return { isReported: true as const };
  });
}
