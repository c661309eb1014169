import type { FastifyInstance } from 'fastify';
import { addRecent, clearRecents, listRecents, type Recents, setRecentsPaused } from '#contract/recents.ts';
import type { Db } from '#server/core/database/pool.ts';
import { retried } from '#server/core/database/retry.ts';
import type { ActionLimits } from '#server/core/http/action-limit.ts';
import { addRoute, type Member } from '#server/core/http/routes.ts';
import { findCards, LOCKED_ANSWER, requireVisiblePrompt } from '../prompts/prompts.access.ts';
import { addUse, areRecentsPaused, findRecents, removeRecents, setPaused } from './recents.queries.ts';

export function recentRoutes(app: FastifyInstance, { db, limits }: { db: Db; limits: ActionLimits }): void {
  const change = { tag: 'recents', ...limits.of('recents') };

  addRoute(app, listRecents, { tag: 'recents' }, ({ viewer }) => readRecents(db, viewer));

  const opening = { tag: 'recents', otherAnswers: LOCKED_ANSWER, ...limits.of('opening') };
  addRoute(app, addRecent, opening, async ({ params, viewer }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    const usedAt = await retried(() => addUse(db, viewer.memberId, prompt));
    return { lastUsedAt: usedAt?.toISOString() ?? null };
  });

  addRoute(app, setRecentsPaused, change, async ({ body, viewer }) => {
    await setPaused(db, viewer.memberId, body.isPaused);
    return await readRecents(db, viewer);
  });

  addRoute(app, clearRecents, change, async ({ viewer }) => {
    await retried(() => removeRecents(db, viewer.memberId));
    return await readRecents(db, viewer);
  });
}

async function readRecents(db: Db, viewer: Member): Promise<Recents> {
  const [isPaused, recents] = await Promise.all([
    areRecentsPaused(db, viewer.memberId),
    findRecents(db, viewer.memberId),
  ]);
  const usedAt = new Map(recents.map((row) => [row.id, row.usedAt.toISOString()]));
  const cards = await findCards(db, [...usedAt.keys()], viewer);
  return {
    isPaused,
    prompts: cards.map((card) => ({ ...card, lastUsedAt: usedAt.get(card.id) ?? '' })),
  };
}
