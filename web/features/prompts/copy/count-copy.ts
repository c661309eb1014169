import type { QueryClient } from '@tanstack/react-query';
import { copyPrompt } from '#contract/prompts.ts';
import { patchCachedPrompt } from '#web/api/cached-prompts.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { invalidateRecents, promptQuery } from '../prompt.queries.ts';

/**
 * Reports a copy that has been made. Never throws: the copy is on the clipboard whether this succeeds or not.
 * @param version of an earlier text; otherwise the one that is here
 * The app itself handles a 401; a 403 means the plan changed in the meantime, so the prompt is fetched again.
 */
export async function countCopy(
  queryClient: QueryClient,
  promptId: string,
  version = shownVersion(queryClient, promptId),
): Promise<void> {
  try {
    const { copyCount } = await call(copyPrompt, { id: promptId, query: { version } });
    patchCachedPrompt(queryClient, promptId, () => ({ copyCount }));
    invalidateRecents(queryClient);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      await queryClient.invalidateQueries({ queryKey: promptQuery(promptId).queryKey });
    }
  }
}

/** What was copied is what this browser has: the library's may be newer. */
function shownVersion(queryClient: QueryClient, promptId: string): number | undefined {
  const shown = queryClient.getQueryData(promptQuery(promptId).queryKey);
  return shown?.kind === 'open' ? shown.prompt.version : undefined;
}
