import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { copyCollection, getSharedCollection, reportCollection } from '#contract/collections.ts';
import { problemSchema } from '#contract/errors.ts';
import { idSchema } from '#contract/field-schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import { requirePage } from '#server/core/http/routing/cursor.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { findCards } from '../prompts/prompts.public.ts';
import { copyItems, findItems } from './collections.prompts.queries.ts';
import { insertCollection, requireCollection } from './collections.queries.ts';
import { insertReport, requireShared } from './collections.sharing.queries.ts';

const positionSchema = z.object({ id: idSchema, position: z.int().min(0).max(2_147_483_647) });

const FULL_RESPONSE = {
  409: { description: 'As many collections as a member may have.', schema: problemSchema },
};

/** Collections as others see them. */
export function sharedCollectionRoutes(
  app: FastifyInstance,
  { db, limits }: { db: Db; limits: ActionLimits },
): void {
  const tag = 'collections';

  addRoute(app, getSharedCollection, { tag, isCacheable: true }, async ({ params, query, viewer }) => {
    const { id, memberId, updatedAt, ...shared } = await requireShared(db, params.share);
    const page = requirePage(
      { name: ['collection', id], position: positionSchema, limit: LIMITS.promptListPage },
      query,
    );
    const { shown, nextCursor } = page.split(await findItems(db, id, page));
    const notes = new Map(shown.map((row) => [row.id, row.note]));
    const cards = await findCards(db, [...notes.keys()], viewer);
    return {
      ...shared,
      updatedAt: updatedAt.toISOString(),
      ownId: viewer.kind === 'member' && viewer.memberId === memberId ? id : null,
      items: cards.map((prompt) => ({ prompt, note: notes.get(prompt.id) ?? null })),
      nextCursor,
    };
  });

  const copying = { tag, otherResponses: FULL_RESPONSE, ...limits.of('collection') };
  addRoute(app, copyCollection, copying, ({ params, viewer: { memberId } }) =>
    db.transaction().execute(async (transaction) => {
      const shared = await requireShared(transaction, params.share);
      const id = await insertCollection(transaction, memberId, shared);
      await copyItems(transaction, shared.id, id);
      return await requireCollection(transaction, { memberId, id }, 'own');
    }),
  );

  addRoute(app, reportCollection, { tag, ...limits.of('report') }, async ({ params, body, viewer }) => {
    const { id: collectionId, memberId: ownerId } = await requireShared(db, params.share);
    const { memberId } = viewer;
    if (ownerId === memberId) throw new HttpProblem(403, 'You cannot report your own collection.');
    await insertReport(db, { collectionId, memberId }, body);
    return { isReported: true as const };
  });
}
