import type { FastifyInstance } from 'fastify';
import { addFavorite, listFavorites, removeFavorite } from '#contract/favorites.ts';
import type { CounterWrites } from '#server/core/database/counters.ts';
import { linkNextPage } from '#server/core/http/routing/cursor.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { SORTS } from '../catalog/catalog.public.ts';
import { requireListedPrompt } from '../prompts/prompts.public.ts';
import { readPromptList, type SearchSources } from '../search/search.public.ts';
import * as favorites from './favorites.queries.ts';

export function favoriteRoutes(
  app: FastifyInstance,
  dependencies: { sources: SearchSources; counters: CounterWrites; limits: ActionLimits },
  settings: { searchRateLimit: number },
): void {
  const { sources, counters, limits } = dependencies;
  const { db } = sources;
  const options = { tag: 'favorites', ...limits.of('favorite') };

  addRoute(app, addFavorite, options, async ({ params, viewer }) => {
    const prompt = await requireListedPrompt(db, params.id);
    const { favoriteCount } = await counters.run(prompt.id, (client) =>
      favorites.addFavorite(client, viewer.memberId, prompt),
    );
    return { isFavorited: true, favoriteCount };
  });

  addRoute(app, removeFavorite, options, async ({ params, viewer }) => {
    const prompt = await requireListedPrompt(db, params.id);
    const { favoriteCount } = await counters.run(prompt.id, (client) =>
      favorites.removeFavorite(client, viewer.memberId, prompt),
    );
    return { isFavorited: false, favoriteCount };
  });

  const sorts = { ...SORTS, added: favorites.LAST_ADDED_FIRST };
  const reading = { tag: 'favorites', rateLimit: settings.searchRateLimit };
  addRoute(app, listFavorites, reading, async ({ query, viewer, reply }) => {
    const list = { name: 'favorites', source: favorites.favoritesOf(viewer.memberId), sorts };
    const { prompts, total, nextCursor } = await readPromptList(sources, viewer, list, query);
    reply.header('x-total-count', total);
    linkNextPage(reply, listFavorites, { query }, nextCursor);
    return prompts;
  });
}
