import type { QueryClient } from '@tanstack/react-query';
import { patchCachedPrompt } from '#web/api/cached-prompts.ts';
import { ApiError, sendJson } from '#web/api/client.ts';
import { forgetRecents, promptQuery } from './prompt.queries.ts';

/**
 * Tells the library of a copy that has been made. Never throws: the copy is on the clipboard whatever comes of this.
 * A 401 is told by the whole app; a 403 means the plan changed meanwhile, so the prompt is asked for again.
 */
export async function countCopy(queryClient: QueryClient, promptId: string): Promise<void> {
  try {
    const { copyCount } = await sendJson<{ copyCount: number }>('POST', `/api/prompts/${promptId}/copy`);
    patchCachedPrompt(queryClient, promptId, () => ({ copyCount }));
    forgetRecents(queryClient);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      await queryClient.invalidateQueries({ queryKey: promptQuery(promptId).queryKey });
    }
  }
}
