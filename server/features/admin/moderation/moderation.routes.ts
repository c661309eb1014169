import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  decideCase,
  decideCollectionCase,
  listCases,
  listCollectionCases,
} from '#contract/admin-moderation.ts';
import { signInAgainSchema } from '#contract/errors.ts';
import { idSchema } from '#contract/field-schemas.ts';
import { actorOf, auditedTransaction } from '#server/core/audit/staff-transaction.ts';
import type { CounterWrites } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { notFound } from '#server/core/http/errors/problems.ts';
import { requirePage } from '#server/core/http/routing/cursor.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import { requireRecentSignIn } from '#server/core/sessions/viewer.ts';
import { decideCollection, findReportedCollections } from '../../collections/collections.public.ts';
import { decideComment, findReported } from '../../comments/comments.public.ts';
import { notifyCollectionDecision, notifyCommentDecision } from './moderation.notices.ts';
import { countOpenCases, findCases, findRecords } from './moderation.queries.ts';

const PAGE = 20;

/** What is deleted is gone for good, and asks who one is like every dangerous act; the other decisions can be changed. */
const FINAL = {
  tag: 'staff',
  otherResponses: { 403: { description: 'Deleting asks for a recent sign-in.', schema: signInAgainSchema } },
};

/** What members reported. */
export function adminModerationRoutes(
  app: FastifyInstance,
  { db, counters }: { db: Db; counters: CounterWrites },
): void {
  addRoute(app, listCases, { tag: 'staff' }, async ({ query: { state = 'open', limit, cursor } }) => {
    const position = z.object({ commentId: idSchema, firstReportedAt: z.iso.datetime() });
    const page = requirePage({ name: ['moderation', state], position, limit: PAGE }, { limit, cursor });
    const [rows, open] = await Promise.all([
      findCases(db, { isOpen: state === 'open', ...page }),
      countOpenCases(db),
    ]);
    const { shown, nextCursor } = page.split(rows);
    const withRecord = await recordAdder(
      db,
      shown.flatMap(({ author }) => author ?? []),
    );
    const cases = shown.map((row) => ({ ...row, author: row.author && withRecord(row.author) }));
    return { cases, open, nextCursor };
  });

  addRoute(app, decideCase, FINAL, async ({ params, body, request, viewer }) => {
    const actor = actorOf(request);
    const reported = await findReported(db, params.commentId);
    if (reported === undefined) throw notFound('Report');
    if (body.decision === 'delete') requireRecentSignIn(viewer);
    await counters.run(reported.promptId, (client) =>
      auditedTransaction(client, actor, async (transaction) => {
        const decided = await decideComment(transaction, params.commentId, body);
        if (decided === undefined) throw notFound('Report');
        await notifyCommentDecision(transaction, decided);
      }),
    );
    return { done: true as const };
  });

  addRoute(app, listCollectionCases, { tag: 'staff' }, async ({ query: { state = 'open' } }) => {
    const found = await findReportedCollections(db, state === 'open');
    const withRecord = await recordAdder(
      db,
      found.map(({ owner }) => owner),
    );
    return found.map((row) => ({ ...row, owner: withRecord(row.owner) }));
  });

  addRoute(app, decideCollectionCase, FINAL, async ({ params, body, request, viewer }) => {
    if (body.decision === 'delete') requireRecentSignIn(viewer);
    await auditedTransaction(db, actorOf(request), async (transaction) => {
      const decided = await decideCollection(transaction, params.collectionId, body);
      await notifyCollectionDecision(transaction, params.collectionId, decided);
    });
    return { done: true as const };
  });
}

/** Returns a function that adds to an author what was reported of them before. */
async function recordAdder(db: Db, authors: readonly { id: string }[]) {
  const records = await findRecords(
    db,
    authors.map(({ id }) => id),
  );
  return <Author extends { id: string }>(author: Author) => ({
    ...author,
    ...(records.get(author.id) ?? { reported: 0, removed: 0 }),
  });
}
