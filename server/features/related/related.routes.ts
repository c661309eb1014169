import type { FastifyInstance } from 'fastify';
import { SERVER_LIMITS } from '#contract/limits.ts';
import { listRelated } from '#contract/related.ts';
import type { Db } from '#server/core/database/pool.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import { findCards, requireListedPrompt } from '../prompts/prompts.public.ts';
import { findRelatedIds, findRelatedToRetired } from './related.queries.ts';

export function relatedRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  addRoute(app, listRelated, { tag: 'prompts', isCacheable: true }, async ({ params, viewer }) => {
    const instead = await findRelatedToRetired(db, params.id, SERVER_LIMITS.related);
    if (instead.length > 0) return { prompts: await findCards(db, instead, viewer) };
    const prompt = await requireListedPrompt(db, params.id);
    return { prompts: await findCards(db, await findRelatedIds(db, prompt), viewer) };
  });
}
