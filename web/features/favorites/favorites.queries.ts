import { queryOptions } from '@tanstack/react-query';
import type { FavoriteState } from '#contract/favorites.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { readJson, sendJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';

/** The prompts I keep, most recently added first. */
export function favoritesQuery() {
  return queryOptions({
    queryKey: ['/api/favorites'],
    queryFn: async (context) => readJson<PromptCard[]>(await callApi(context, '/api/favorites')),
  });
}

export function setFavorite(promptId: string, isFavorited: boolean): Promise<FavoriteState> {
  return sendJson<FavoriteState>(isFavorited ? 'POST' : 'DELETE', `/api/prompts/${promptId}/favorite`);
}
