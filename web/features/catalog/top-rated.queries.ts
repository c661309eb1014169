import { listTopRated } from '#contract/catalog.ts';
import { call } from '#web/api/call.ts';
import { keyOf, type ListQuery, listInput, pagedQuery } from '#web/api/query.ts';

/** The best rated of all categories, a page after the other. */
export function topRatedQuery(filters: ListQuery<typeof listTopRated> = {}) {
  const input = listInput<typeof listTopRated>(filters);
  return pagedQuery(keyOf(listTopRated, input), (cursor, context) =>
    call(listTopRated, { query: { ...filters, cursor } }, context),
  );
}
