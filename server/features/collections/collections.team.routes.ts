import type { FastifyInstance } from 'fastify';
import { copyTeamCollection, shareWithTeam } from '#contract/collections.ts';
import { problemSchema } from '#contract/errors.ts';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { lockTeam, requireTeam } from '../teams/teams.public.ts';
import { copyItems } from './collections.prompts.queries.ts';
import { insertCollection, lockCollection, requireCollection } from './collections.queries.ts';
import { setTeam } from './collections.team.queries.ts';

/** Collections as the teams of their members have them. */
export function teamCollectionRoutes(
  app: FastifyInstance,
  { db, limits }: { db: Db; limits: ActionLimits },
): void {
  const change = { tag: 'collections', ...limits.of('collection') };
  const refused = (description: string) => ({
    otherResponses: { 409: { description, schema: problemSchema } },
  });

  addRoute(
    app,
    shareWithTeam,
    {
      ...change,
      ...refused('A paused team, one that shares as many as it may, or a collection staff hide.'),
    },
    async ({ params: { collectionId: id }, body: { teamId }, viewer: { memberId } }) => {
      await db.transaction().execute(async (transaction) => {
        if (teamId !== null) await lockTeam(transaction, teamId);
        await lockCollection(transaction, id);
        const collection = await requireCollection(transaction, { memberId, id }, 'read');
        if (teamId === null) {
          if (collection.access !== 'own' && collection.team !== null) {
            await requireTeam(transaction, { teamId: collection.team.id, memberId }, 'owner');
          }
        } else {
          await requireCollection(transaction, { memberId, id }, 'own');
          await requireTeam(transaction, { teamId, memberId }, 'editor', { isActive: true });
          if (collection.isHidden) {
            throw new HttpProblem(409, 'Our team hid this collection, so it cannot be shared.');
          }
        }
        await setTeam(transaction, id, teamId);
      });
      return { teamId };
    },
  );

  addRoute(
    app,
    copyTeamCollection,
    { ...change, ...refused('As many collections as a member may have.') },
    ({ params: { collectionId }, viewer: { memberId } }) =>
      db.transaction().execute(async (transaction) => {
        const cover = await requireCollection(transaction, { memberId, id: collectionId }, 'read');
        const id = await insertCollection(transaction, memberId, cover);
        await copyItems(transaction, collectionId, id);
        return await requireCollection(transaction, { memberId, id }, 'own');
      }),
  );
}
