import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { FavoriteState } from '#contract/favorites.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { readJson, sendJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';
import { stringifySearch } from '#web/search-params.ts';

interface FavoritePage {
  prompts: PromptCard[];
  /** How many I keep in all. */
  total: number;
  nextCursor: string | null;
}

export type FavoritePages = InfiniteData<FavoritePage>;

/** The prompts I keep, most recently added first, 200 at a time. */
export function favoritesQuery() {
  const path = '/api/favorites';
  return infiniteQueryOptions({
    queryKey: [path],
    queryFn: async (context): Promise<FavoritePage> => {
      const query = stringifySearch({ cursor: context.pageParam ?? undefined });
      const answer = await callApi(context, `${path}${query}`);
      const prompts = readJson<PromptCard[]>(answer);
      const next = /<([^>]+)>;\s*rel="next"/.exec(answer.headers['link'] ?? '')?.[1];
      return {
        prompts,
        total: Number(answer.headers['x-total-count'] ?? prompts.length),
        nextCursor: next ? new URL(next, 'http://localhost').searchParams.get('cursor') : null,
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

export function shownFavorites(list: FavoritePages | undefined): { prompts: PromptCard[]; total: number } {
  return {
    prompts: list?.pages.flatMap(({ prompts }) => prompts) ?? [],
    // The last page asked for knows best.
    total: list?.pages.at(-1)?.total ?? 0,
  };
}

/** The list with a prompt added first, or, without one to add, taken out. */
export function withFavorite(
  list: FavoritePages,
  promptId: string,
  added: PromptCard | undefined,
): FavoritePages {
  const isListed = shownFavorites(list).prompts.some(({ id }) => id === promptId);
  // One that is let go without being here is on a page that is not loaded.
  const wasKept = isListed || (!added && list.pages.at(-1)?.nextCursor !== null);
  const step = Number(added !== undefined) - Number(wasKept);
  const pages = list.pages.map((page, index) => {
    const others = page.prompts.filter(({ id }) => id !== promptId);
    return {
      ...page,
      prompts: added && index === 0 ? [added, ...others] : others,
      total: page.total + step,
    };
  });
  return { ...list, pages };
}

export function setFavorite(promptId: string, isFavorited: boolean): Promise<FavoriteState> {
  return sendJson<FavoriteState>(isFavorited ? 'POST' : 'DELETE', `/api/prompts/${promptId}/favorite`);
}
