import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { countSchema, cursorSchema, idSchema } from './field-schemas.ts';
import { SERVER_LIMITS } from './limits.ts';
import { listedCardSchema, promptFilters } from './search.ts';
import { FAVORITE_SORTS } from './sorts.ts';

const favoriteStateSchema = z.object({ isFavorited: z.boolean(), favoriteCount: z.int() });

export type FavoriteState = z.infer<typeof favoriteStateSchema>;

const params = z.object({ id: idSchema });

export const addFavorite = defineEndpoint({
  method: 'POST',
  url: '/api/prompts/:id/favorite',
  access: 'member',
  scope: 'favorites',
  summary: 'Keeps a prompt; a locked one too. May be repeated.',
  params,
  response: favoriteStateSchema,
});

export const removeFavorite = defineEndpoint({
  method: 'DELETE',
  url: '/api/prompts/:id/favorite',
  access: 'member',
  scope: 'favorites',
  summary: 'No longer keeps a prompt. May be repeated.',
  params,
  response: favoriteStateSchema,
});

/** `X-Total-Count` tells how many there are under these filters, `Link: rel="next"` the next page. */
export const listFavorites = defineEndpoint({
  method: 'GET',
  url: '/api/favorites',
  access: 'member',
  scope: 'favorites',
  summary: 'The prompts I keep, most recently added first unless sorted otherwise.',
  query: z.object({
    ...promptFilters,
    sort: z.enum(FAVORITE_SORTS).default('added'),
    limit: countSchema(SERVER_LIMITS.maxListPage).optional(),
    cursor: cursorSchema.optional(),
  }),
  response: z.array(listedCardSchema),
});
