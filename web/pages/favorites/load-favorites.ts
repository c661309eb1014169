import type { QueryClient } from '@tanstack/react-query';
import { FAVORITE_SORTS } from '#contract/sorts.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { promptListSearch, toPromptListQuery } from '#web/features/catalog/cross-category-search.ts';
import { favoritesQuery } from '#web/features/favorites/favorites.queries.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

const readSearch = promptListSearch(FAVORITE_SORTS);

interface FavoritesLoad {
  context: { queryClient: QueryClient };
  location: { search: Record<string, unknown> };
}

/** The member's favorites. Visitors get a page of their own, which leads to the sign-in page. */
export async function loadFavorites({ context: { queryClient }, location }: FavoritesLoad): Promise<void> {
  const [auth, categories] = await Promise.all([
    queryClient.ensureQueryData(authQuery()),
    queryClient.ensureQueryData(categoriesQuery()),
  ]);
  if (!auth.authenticated) return;
  const query = favoritesQuery(toPromptListQuery(readSearch(location.search), categories));
  await queryClient.fetchInfiniteQuery({ ...query, staleTime: STALE_MILLISECONDS });
}
