import { queryOptions } from '@tanstack/react-query';
import {
  getCategory,
  getSample,
  getTopic,
  listCategories,
  listTiers,
  listTopics,
} from '#contract/catalog.ts';
import type { ListSort } from '#contract/sorts.ts';
import { call, nullIfNotFound } from '#web/api/call.ts';
import { endpointQuery, keyOf, pagedQuery } from '#web/api/query.ts';

/** How a list is asked for; part of its URL. `topics` are slugs separated by commas. */
export interface ListFilters {
  sort: ListSort;
  topics?: string;
  /** Members only. */
  favoritesOnly?: 'true';
}

export const categoriesQuery = () => endpointQuery(listCategories, {});

export const tiersQuery = () => endpointQuery(listTiers, {});

/** A filled-in prompt of a category with its result; null when it has none to show. */
export const sampleQuery = (slug: string) => endpointQuery(getSample, { slug });

/** Empty when there is no such category, and when the call fails: a list without chips. */
export function topicsQuery(slug: string) {
  return queryOptions({
    queryKey: keyOf(listTopics, { slug }),
    queryFn: async (context) => (await call(listTopics, { slug }, context).catch(() => null))?.topics ?? [],
    // Every category has topics: an empty list is a failure, asked again on the next visit.
    staleTime: (query) => (query.state.data?.length === 0 ? 10_000 : Number.POSITIVE_INFINITY),
  });
}

/** Pages of twelve; the whole list is null when its category does not exist. */
export function categoryListQuery(slug: string, { topics, ...filters }: ListFilters) {
  const query = { ...listQueryOf(filters), topics };
  return pagedQuery(keyOf(getCategory, { slug, query }), (cursor, context) =>
    call(getCategory, { slug, query: { ...query, cursor } }, context).catch(nullIfNotFound),
  );
}

/** Pages of twelve; the whole list is null when its topic does not exist. */
export function topicListQuery(categorySlug: string, topicSlug: string, filters: ListFilters) {
  const query = listQueryOf(filters);
  return pagedQuery(keyOf(getTopic, { categorySlug, topicSlug, query }), (cursor, context) =>
    call(getTopic, { categorySlug, topicSlug, query: { ...query, cursor } }, context).catch(nullIfNotFound),
  );
}

function listQueryOf({ sort, favoritesOnly }: ListFilters) {
  return { sort: sort === 'popular' ? undefined : sort, favoritesOnly };
}
