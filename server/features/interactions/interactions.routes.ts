import type { FastifyInstance } from 'fastify';
import { getInteraction, type Interaction, listInteractions } from '#contract/interactions.ts';
import type { Db } from '#server/core/database/pool.ts';
import { addRoute } from '#server/core/http/routes.ts';
import { requireListedPrompt } from '../prompts/prompts.access.ts';
import { findInteraction, findInteractions, type InteractionRow } from './interactions.queries.ts';

export function interactionRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  // A locked prompt may be kept too, so what one did with it may be asked (DECISIONS 16).
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
