import type { FastifyInstance } from 'fastify';
import { listExemplars } from '#contract/exemplars.ts';
import { copyPrompt, getPrompt } from '#contract/prompts.ts';
import type { CounterWrites } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { ActionLimits } from '#server/core/http/action-limit.ts';
import { addRoute } from '#server/core/http/routes.ts';
import { LOCKED_ANSWER, requireDetail, requireExemplars, requireVisiblePrompt } from './prompts.access.ts';
import { countCopy } from './prompts.queries.ts';

export function promptRoutes(
  app: FastifyInstance,
  { db, counters, limits }: { db: Db; counters: CounterWrites; limits: ActionLimits },
): void {
  const options = { tag: 'prompts', otherAnswers: LOCKED_ANSWER };

  addRoute(app, getPrompt, options, async ({ params, viewer, reply }) => {
    const detail = await requireDetail(db, params.id, viewer);
    reply.header('cache-control', 'private, no-store');
    return detail;
  });

  addRoute(app, listExemplars, { tag: 'prompts' }, ({ params, viewer }) =>
    requireExemplars(db, params.id, viewer),
  );

  addRoute(app, copyPrompt, { ...options, ...limits.of('copy') }, async ({ params, viewer }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    return await counters.run(prompt.id, (client, announcement) =>
      countCopy(client, viewer.memberId, prompt, announcement),
    );
  });
}
