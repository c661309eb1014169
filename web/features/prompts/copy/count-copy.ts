import type { QueryClient } from '@tanstack/react-query';
import { copyPrompt } from '#contract/prompts.ts';
import { patchCachedPrompt } from '#web/api/cached-prompts.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { invalidateRecents, promptQuery } from '../prompt.queries.ts';

/**
 * Reports a copy that has been made. Never throws: the copy is on the clipboard whether this succeeds or not.
 * The app itself handles a 401; a 403 means the plan changed in the meantime, so the prompt is fetched again.
 */
export async function countCopy(queryClient: QueryClient, promptId: string): Promise<void> {
  try {
    const { copyCount } = await call(copyPrompt, { id: promptId });
    patchCachedPrompt(queryClient, promptId, () => ({ copyCount }));
    invalidateRecents(queryClient);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      await queryClient.invalidateQueries({ queryKey: promptQuery(promptId).queryKey });
    }
  }
}
