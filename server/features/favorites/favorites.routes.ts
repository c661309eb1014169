import type { FastifyInstance } from 'fastify';
import { addFavorite, listFavorites, removeFavorite } from '#contract/favorites.ts';
import { LIMITS } from '#contract/limits.ts';
import type { CounterWrites } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { ActionLimits } from '#server/core/http/action-limit.ts';
import { decodeCursor, encodeCursor } from '#server/core/http/cursor.ts';
import { linkNextPage } from '#server/core/http/next-page.ts';
import { addRoute } from '#server/core/http/routes.ts';
import { findCards, requireListedPrompt } from '../prompts/prompts.access.ts';
import * as favorites from './favorites.queries.ts';

const BINDING = ['favorites'];

export function favoriteRoutes(
  app: FastifyInstance,
  { db, counters, limits }: { db: Db; counters: CounterWrites; limits: ActionLimits },
): void {
  const options = { tag: 'favorites', ...limits.of('favorite') };

  addRoute(app, addFavorite, options, async ({ params, viewer }) => {
    const prompt = await requireListedPrompt(db, params.id);
    const { favoriteCount } = await counters.run(prompt.id, (client, announcement) =>
      favorites.addFavorite(client, viewer.memberId, prompt, announcement),
    );
    return { isFavorited: true, favoriteCount };
  });

  addRoute(app, removeFavorite, options, async ({ params, viewer }) => {
    const prompt = await requireListedPrompt(db, params.id);
    const { favoriteCount } = await counters.run(prompt.id, (client, announcement) =>
      favorites.removeFavorite(client, viewer.memberId, prompt, announcement),
    );
    return { isFavorited: false, favoriteCount };
  });

  addRoute(app, listFavorites, { tag: 'favorites' }, async ({ query, viewer, reply }) => {
    const limit = query.limit ?? LIMITS.favoritePage;
    const after =
      query.cursor === undefined
        ? undefined
        : decodeCursor(query.cursor, BINDING, favorites.favoritePlaceShape);
    const [total, places] = await Promise.all([
      favorites.countFavorites(db, viewer.memberId),
      favorites.findFavorites(db, viewer.memberId, { after, count: limit + 1 }),
    ]);
    const shown = places.slice(0, limit);
    const last = shown.at(-1);
    reply.header('x-total-count', total);
    if (last && places.length > limit) {
      linkNextPage(reply, listFavorites.url, query, encodeCursor(BINDING, last));
    }
    return await findCards(
      db,
      shown.map(({ id }) => id),
      viewer,
    );
  });
}
