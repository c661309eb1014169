import type { FastifyInstance } from 'fastify';
import { getPrompt, lockedPromptSchema } from '#contract/prompts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { addRoute } from '#server/core/http/routes.ts';
import { requireVisiblePrompt, toDetail } from './prompts.access.ts';

const LOCKED = { description: 'Upgrade required: all of it but its text.', schema: lockedPromptSchema };

export function promptRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  addRoute(
    app,
    getPrompt,
    { tag: 'prompts', otherAnswers: { 403: LOCKED } },
    async ({ params, viewer, reply }) => {
      const prompt = await requireVisiblePrompt(db, params.id, viewer);
      reply.header('cache-control', 'private, no-store');
      return toDetail(prompt, viewer);
    },
  );
}
