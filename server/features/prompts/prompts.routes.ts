import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listExemplars } from '#contract/exemplars.ts';
import { copyPrompt, getPrompt } from '#contract/prompts.ts';
import { CounterWrites } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { ActionLimits } from '#server/core/http/action-limit.ts';
import { addRoute } from '#server/core/http/routes.ts';
import { remembersUses } from '../recents/recents.access.ts';
import { LOCKED_ANSWER, requireDetail, requireExemplars, requireVisiblePrompt } from './prompts.access.ts';
import { countCopy } from './prompts.queries.ts';

/** @param parts without `counters` and `limits` the routes have their own, and no limits */
export function promptRoutes(
  app: FastifyInstance,
  parts: { db: Db; counters?: CounterWrites; limits?: ActionLimits },
): void {
  const { db, counters = new CounterWrites(db), limits = new ActionLimits(false) } = parts;
  const remember = remembersUses(app, db);
  const options = { tag: 'prompts', otherAnswers: LOCKED_ANSWER };

  addRoute(app, getPrompt, options, async ({ params, viewer, request, reply }) => {
    const { prompt, detail } = await requireDetail(db, params.id, viewer);
    if (!isPrefetch(request)) remember(viewer.memberId, prompt, request.log);
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

/** A text fetched ahead, because a pointer came near its card, has not been opened. */
function isPrefetch({ headers }: FastifyRequest): boolean {
  return /\bprefetch\b/.test(`${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`);
}
