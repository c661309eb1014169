import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { decideCase, listCases } from '#contract/admin-moderation.ts';
import { idSchema } from '#contract/field-schemas.ts';
import { actorOf, staffTransaction } from '#server/core/audit/staff-transaction.ts';
import type { CounterWrites } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { notFound } from '#server/core/http/errors/problems.ts';
import { requirePage } from '#server/core/http/routing/cursor.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import { decideComment, findReported } from '../../comments/comments.public.ts';
import { countOpenCases, findCases } from './moderation.queries.ts';

const PAGE = 20;

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
    return { cases: shown, open, nextCursor };
  });

  addRoute(app, decideCase, { tag: 'staff' }, async ({ params, body, request }) => {
    const actor = actorOf(request);
    const reported = await findReported(db, params.commentId);
    if (reported === undefined) throw notFound('Report');
    await counters.run(reported.promptId, (client) =>
      staffTransaction(client, actor, async (transaction) => {
        if ((await decideComment(transaction, params.commentId, body)) === undefined)
          throw notFound('Report');
      }),
    );
    return { done: true as const };
  });
}
