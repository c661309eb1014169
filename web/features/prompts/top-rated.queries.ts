import { infiniteQueryOptions } from '@tanstack/react-query';
import type { PromptCard } from '#contract/prompts.ts';
import { readJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';
import { stringifySearch } from '#web/search-params.ts';

interface TopRatedPage {
  prompts: PromptCard[];
  total: number;
  nextCursor: string | null;
}

const PATH = '/api/prompts/top-rated';

/** The best rated of all categories, a page after the other. */
export function topRatedQuery() {
  return infiniteQueryOptions({
    queryKey: [PATH],
    queryFn: async (context) => {
      const query = stringifySearch({ cursor: context.pageParam ?? undefined });
      return readJson<TopRatedPage>(await callApi(context, `${PATH}${query}`));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}
