import type { InfiniteData } from '@tanstack/react-query';
import { listFavorites } from '#contract/favorites.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { callPage } from '#web/api/call.ts';
import { keyOf, type ListQuery, listInput, pagedQuery } from '#web/api/query.ts';

interface FavoritePage {
  prompts: PromptCard[];
  /** How many there are over all pages. */
  total: number;
  nextCursor: string | null;
}

export type FavoritePages = InfiniteData<FavoritePage>;

/** The prompts I keep, most recently added first unless sorted otherwise, a page after the other. */
export function favoritesQuery(filters: ListQuery<typeof listFavorites> = {}) {
  const input = listInput<typeof listFavorites>(filters);
  const ask = async (
    cursor: string | undefined,
    context: Parameters<typeof callPage>[2],
  ): Promise<FavoritePage> => {
    const page = await callPage(listFavorites, { query: { ...filters, cursor } }, context);
    return { prompts: page.items, total: page.total, nextCursor: page.nextCursor };
  };
  return pagedQuery(keyOf(listFavorites, input), ask);
}

/** The unfiltered list with a prompt added first, or, without one to add, taken out. */
export function withFavorite(
  list: FavoritePages,
  promptId: string,
  added: PromptCard | undefined,
): FavoritePages {
  const isListed = list.pages.some(({ prompts }) => prompts.some(({ id }) => id === promptId));
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
