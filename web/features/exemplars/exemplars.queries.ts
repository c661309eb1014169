import { queryOptions } from '@tanstack/react-query';
import type { Exemplars } from '#contract/exemplars.ts';
import { readJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';

/** What others put into a prompt and what came out; below Pro only how it begins (DECISIONS 9). */
export function exemplarsQuery(promptId: string) {
  const path = `/api/prompts/${encodeURIComponent(promptId)}/exemplars`;
  return queryOptions({
    queryKey: [path],
    queryFn: async (context) => readJson<Exemplars>(await callApi(context, path)),
  });
}
