import { z } from 'zod';
import { countSchema, cursorSchema, idSchema } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { promptCardSchema } from './prompts.ts';

const favoriteStateSchema = z.object({ isFavorited: z.boolean(), favoriteCount: z.int() });

export type FavoriteState = z.infer<typeof favoriteStateSchema>;

const params = z.object({ id: idSchema });

export const addFavorite = defineEndpoint({
  method: 'POST',
  url: '/api/prompts/:id/favorite',
  access: 'member',
  summary: 'Keeps a prompt; a locked one too. May be repeated.',
  params,
  answer: favoriteStateSchema,
});

export const removeFavorite = defineEndpoint({
  method: 'DELETE',
  url: '/api/prompts/:id/favorite',
  access: 'member',
  summary: 'No longer keeps a prompt. May be repeated.',
  params,
  answer: favoriteStateSchema,
});

/** `X-Total-Count` tells how many there are in all, `Link: rel="next"` the next page. */
export const listFavorites = defineEndpoint({
  method: 'GET',
  url: '/api/favorites',
  access: 'member',
  summary: 'The prompts I keep, most recently added first.',
  query: z.object({ limit: countSchema(LIMITS.favoritePage).optional(), cursor: cursorSchema.optional() }),
  answer: z.array(promptCardSchema),
});
