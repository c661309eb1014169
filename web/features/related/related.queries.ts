import { queryOptions } from '@tanstack/react-query';
import type { PromptCard } from '#contract/prompts.ts';
import { readJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';

/** Prompts about the same, the closest first; none where there is no such prompt. */
export function relatedQuery(promptId: string) {
  const path = `/api/prompts/${encodeURIComponent(promptId)}/related`;
  return queryOptions({
    queryKey: [path],
    queryFn: async (context): Promise<PromptCard[]> => {
      const answer = await callApi(context, path);
      if (answer.status === 404) return [];
      return readJson<{ prompts: PromptCard[] }>(answer).prompts;
    },
  });
}
