import { queryOptions } from '@tanstack/react-query';
import { listRelated } from '#contract/related.ts';
import { call, nullIfNotFound } from '#web/api/call.ts';
import { keyOf } from '#web/api/query.ts';

/** Prompts about the same, the closest first; none where there is no such prompt. */
export function relatedQuery(id: string) {
  return queryOptions({
    queryKey: keyOf(listRelated, { id }),
    queryFn: async (context) =>
      (await call(listRelated, { id }, context).catch(nullIfNotFound))?.prompts ?? [],
  });
}
