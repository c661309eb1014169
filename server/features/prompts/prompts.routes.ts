import type { FastifyInstance } from 'fastify';
import { listExemplars } from '#contract/exemplars.ts';
import { copyPrompt, getPrompt, getPromptCard } from '#contract/prompts.ts';
import type { CounterWrites } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import {
  LOCKED_RESPONSE,
  RETIRED_RESPONSE,
  requireCard,
  requireDetail,
  requireExemplars,
  requireVisiblePrompt,
} from './prompts.access.ts';
import { countCopy } from './prompts.copies.queries.ts';

export function promptRoutes(
  app: FastifyInstance,
  { db, counters, limits }: { db: Db; counters: CounterWrites; limits: ActionLimits },
): void {
  const options = { tag: 'prompts', otherResponses: LOCKED_RESPONSE };

  const reading = { ...options, otherResponses: { ...LOCKED_RESPONSE, ...RETIRED_RESPONSE } };
  addRoute(app, getPrompt, reading, async ({ params, viewer, reply }) => {
    const detail = await requireDetail(db, params.id, viewer);
    reply.header('cache-control', 'private, no-store');
    return detail;
  });

  const card = { tag: 'prompts', isCacheable: true, otherResponses: RETIRED_RESPONSE };
  addRoute(app, getPromptCard, card, ({ params, viewer }) => requireCard(db, params.id, viewer));

  addRoute(app, listExemplars, { tag: 'prompts' }, ({ params, viewer }) =>
    requireExemplars(db, params.id, viewer),
  );

  addRoute(app, copyPrompt, { ...options, ...limits.of('copy') }, async ({ params, query, viewer }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    return await counters.run(prompt.id, (client) =>
      countCopy(client, viewer.memberId, prompt, query.version),
    );
  });
}
