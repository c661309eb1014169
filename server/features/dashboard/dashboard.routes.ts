import type { FastifyInstance } from 'fastify';
import { getDashboard } from '#contract/dashboard.ts';
import type { Db } from '#server/core/database/pool.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import { viewerRank } from '#server/core/sessions/viewer.ts';
import { findCards } from '../prompts/prompts.public.ts';
import { findUseTimes } from '../recents/recents.public.ts';
import { findDashboard } from './dashboard.queries.ts';

export function dashboardRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  addRoute(app, getDashboard, { tag: 'dashboard' }, async ({ viewer }) => {
    const { recent, newest, popular, featured, ...rest } = await findDashboard(
      db,
      viewer.memberId,
      viewerRank(viewer),
    );
    const ids = [...new Set([...recent, ...newest, ...popular, ...(featured === null ? [] : [featured])])];
    const [found, usedAt] = await Promise.all([
      findCards(db, ids, viewer),
      findUseTimes(db, viewer.memberId, recent),
    ]);
    const cards = new Map(found.map((card) => [card.id, card]));
    const cardsOf = (wanted: readonly string[]) => wanted.flatMap((id) => cards.get(id) ?? []);
    return {
      ...rest,
      // One that was removed in the meantime is gone.
      recent: cardsOf(recent).flatMap((card) => {
        const lastUsedAt = usedAt.get(card.id)?.toISOString();
        return lastUsedAt === undefined ? [] : [{ ...card, lastUsedAt }];
      }),
      newest: cardsOf(newest),
      popular: cardsOf(popular),
      featured: cards.get(featured ?? '') ?? null,
    };
  });
}
