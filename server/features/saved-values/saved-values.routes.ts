import type { FastifyInstance } from 'fastify';
import { problemSchema } from '#contract/errors.ts';
import { deleteSavedValues, listSavedValues, saveValues } from '#contract/saved-values.ts';
import type { Db } from '#server/core/database/pool.ts';
import { withTransactionRetry } from '#server/core/database/transaction-retry.ts';
import { badRequest, HttpProblem, notFound } from '#server/core/http/errors/problems.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import {
  LOCKED_RESPONSE,
  RETIRED_RESPONSE,
  requireDetail,
  requireVisiblePrompt,
} from '../prompts/prompts.public.ts';
import { lockTeam, requireTeam } from '../teams/teams.public.ts';
import { findSaved, findSavedById, removeSaved, upsertSaved } from './saved-values.queries.ts';

/**
 * Values by name for a prompt's variables. Their names are a part of its text: only who may read it sees or saves them.
 */
export function savedValuesRoutes(
  app: FastifyInstance,
  { db, limits }: { db: Db; limits: ActionLimits },
): void {
  const tag = 'saved values';
  const change = { tag, ...limits.of('savedValues') };

  addRoute(app, listSavedValues, { tag, otherResponses: LOCKED_RESPONSE }, async ({ params, viewer }) => {
    const { id } = await requireVisiblePrompt(db, params.id, viewer);
    return await findSaved(db, viewer.memberId, id);
  });

  addRoute(
    app,
    saveValues,
    {
      ...change,
      otherResponses: {
        ...LOCKED_RESPONSE,
        ...RETIRED_RESPONSE,
        409: { description: 'As many as a member may have, or a paused team.', schema: problemSchema },
      },
    },
    async ({ params, body: { name, values, teamId }, viewer }) => {
      const { memberId } = viewer;
      const { id: promptId, variables } = await requireDetail(db, params.id, viewer);
      const names = new Set(variables.map((variable) => variable.name));
      const foreign = Object.keys(values).find((each) => !names.has(each));
      if (foreign !== undefined) throw badRequest(`values: this prompt has no variable ${foreign}`);
      return await withTransactionRetry(() =>
        db.transaction().execute(async (transaction) => {
          if (teamId !== null) {
            await lockTeam(transaction, teamId);
            await requireTeam(transaction, { teamId, memberId }, 'editor', { isActive: true });
          }
          const id = await upsertSaved(transaction, { memberId, promptId, teamId, name, values });
          const saved = await findSavedById(transaction, memberId, id);
          if (saved === undefined) throw notFound('Prompt');
          return saved;
        }),
      );
    },
  );

  addRoute(app, deleteSavedValues, change, async ({ params: { savedValuesId }, viewer: { memberId } }) => {
    const saved = await findSavedById(db, memberId, savedValuesId);
    if (saved !== undefined) {
      if (!saved.canChange) throw new HttpProblem(403, 'Only editors of the team delete its saved values.');
      await removeSaved(db, savedValuesId);
    }
    return { isDeleted: true as const };
  });
}
