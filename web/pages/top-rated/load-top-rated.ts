import type { QueryClient } from '@tanstack/react-query';
import { TOP_RATED_SORTS } from '#contract/sorts.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { promptListSearch, toPromptListQuery } from '#web/features/catalog/cross-category-search.ts';
import { topRatedQuery } from '#web/features/catalog/top-rated.queries.ts';

const readSearch = promptListSearch(TOP_RATED_SORTS);

interface TopRatedLoad {
  context: { queryClient: QueryClient };
  location: { search: Record<string, unknown> };
}

/** The best rated prompts, as the address narrows and sorts them. */
export async function loadTopRated({ context: { queryClient }, location }: TopRatedLoad): Promise<void> {
  const categories = await queryClient.ensureQueryData(categoriesQuery());
  const query = topRatedQuery(toPromptListQuery(readSearch(location.search), categories));
  await queryClient.ensureInfiniteQueryData(query);
}
