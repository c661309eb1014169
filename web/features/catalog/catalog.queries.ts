import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Category, CategoryPage, Topic, TopicPage } from '#contract/catalog.ts';
import type { ListSort } from '#contract/sorts.ts';
import { readJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';
import { stringifySearch } from '#web/search-params.ts';

/** How a list is asked for; part of its URL. `topics` are slugs separated by commas. */
export interface ListFilters {
  sort: ListSort;
  topics?: string;
  /** Members only (SPEC section 5). */
  favoritesOnly?: 'true';
}

export function categoriesQuery() {
  return queryOptions({
    queryKey: ['/api/categories'],
    queryFn: async (context) => readJson<Category[]>(await callApi(context, '/api/categories')),
  });
}

/** Empty when there is no such category, and when the call fails: a list without chips (SPEC section 8). */
export function topicsQuery(categorySlug: string) {
  const path = `/api/categories/${encodeURIComponent(categorySlug)}/topics`;
  return queryOptions({
    queryKey: [path],
    queryFn: async (context) => {
      const answer = await callApi(context, path).catch(() => null);
      return answer?.status === 200 ? readJson<{ topics: Topic[] }>(answer).topics : [];
    },
    // Every category has topics: an empty list is a failure, asked again by whoever comes back.
    staleTime: (query) => (query.state.data?.length === 0 ? 10_000 : Number.POSITIVE_INFINITY),
  });
}

export function categoryListQuery(categorySlug: string, filters: ListFilters) {
  return listQuery<CategoryPage>(`/api/categories/${encodeURIComponent(categorySlug)}`, filters);
}

export function topicListQuery(categorySlug: string, topicSlug: string, filters: ListFilters) {
  return listQuery<TopicPage>(
    `/api/topics/${encodeURIComponent(categorySlug)}/${encodeURIComponent(topicSlug)}`,
    filters,
  );
}

/** Pages of twelve; the whole list is null when its category or topic does not exist. */
function listQuery<Page extends { nextCursor: string | null }>(path: string, filters: ListFilters) {
  const search = {
    sort: filters.sort === 'popular' ? undefined : filters.sort,
    topics: filters.topics,
    favoritesOnly: filters.favoritesOnly,
  };
  return infiniteQueryOptions({
    queryKey: [`${path}${stringifySearch(search)}`],
    queryFn: async (context) => {
      const query = stringifySearch({ ...search, cursor: context.pageParam ?? undefined });
      const answer = await callApi(context, `${path}${query}`);
      return answer.status === 404 ? null : readJson<Page>(answer);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last?.nextCursor ?? undefined,
  });
}
