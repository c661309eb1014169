import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Problem } from '#contract/errors.ts';
import type { LockedPrompt, PromptCard, PromptDetail } from '#contract/prompts.ts';
import { patchCachedPrompt } from '#web/api/cached-prompts.ts';
import { ApiError, readJson, sendJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';

/** A prompt as this member meets it; null when there is none with this id. */
export type PromptAnswer =
  | { kind: 'open'; prompt: PromptDetail }
  | { kind: 'locked'; prompt: PromptCard }
  | null;

const ID = /^[a-z2-7]{12}$/;

/** Nothing else can be an id, so nothing else is asked for. */
export function isPromptId(text: unknown): text is string {
  return typeof text === 'string' && ID.test(text);
}

export function promptQuery(id: string) {
  const path = `/api/prompts/${encodeURIComponent(id)}`;
  return queryOptions({
    queryKey: [path],
    queryFn: async (context): Promise<PromptAnswer> => {
      const answer = await callApi(context, path);
      if (answer.status === 404) return null;
      const locked = answer.status === 403 ? readLocked(answer.text) : undefined;
      if (locked) return { kind: 'locked', prompt: locked };
      const prompt = readJson<PromptDetail>(answer);
      // Opened: the list of recent prompts is asked for again when it is next looked at.
      if (!import.meta.env.SSR) forgetRecents(context.client);
      return { kind: 'open', prompt };
    },
  });
}

/** SPEC section 4: the message says so; the card comes with it (DECISIONS 12). */
function readLocked(text: string): PromptCard | undefined {
  const problem: Problem & Partial<LockedPrompt> = JSON.parse(text);
  return problem.message.includes('Upgrade required') ? problem.prompt : undefined;
}

function forgetRecents(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['/api/user/recents'], refetchType: 'none' });
}

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
