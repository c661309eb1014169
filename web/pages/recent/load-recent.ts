import type { QueryClient } from '@tanstack/react-query';
import { RECENT_SORTS } from '#contract/sorts.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { promptListSearch, toPromptListQuery } from '#web/features/catalog/cross-category-search.ts';
import { recentsQuery } from '#web/features/recents/recents.queries.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

const readSearch = promptListSearch(RECENT_SORTS);

interface RecentLoad {
  context: { queryClient: QueryClient };
  location: { search: Record<string, unknown> };
}

/** What the member opened or copied. */
export async function loadRecent({ context: { queryClient }, location }: RecentLoad): Promise<void> {
  const categories = await queryClient.ensureQueryData(categoriesQuery());
  const query = recentsQuery(toPromptListQuery(readSearch(location.search), categories));
  await queryClient.fetchInfiniteQuery({ ...query, staleTime: STALE_MILLISECONDS });
}
