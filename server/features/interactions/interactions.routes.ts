import type { FastifyInstance } from 'fastify';
import { getInteraction, type Interaction, listInteractions } from '#contract/interactions.ts';
import type { Db } from '#server/core/database/pool.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import { requireListedPrompt } from '../prompts/prompts.public.ts';
import { findInteraction, findInteractions, type InteractionRow } from './interactions.queries.ts';

export function interactionRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  // Listed, not visible: a locked prompt may be a favorite too.
  addRoute(app, getInteraction, { tag: 'interactions' }, async ({ params, viewer }) => {
    const prompt = await requireListedPrompt(db, params.id);
    return toInteraction(await findInteraction(db, viewer.memberId, prompt));
  });

  addRoute(app, listInteractions, { tag: 'interactions' }, async ({ viewer }) => {
    const rows = await findInteractions(db, viewer.memberId);
    return Object.fromEntries(rows.map((row) => [row.promptId, toInteraction(row)]));
  });
}

function toInteraction({ isFavorited, vote }: InteractionRow): Interaction {
  return { isFavorited, vote, voteType: vote };
}
