import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getDashboard } from '#contract/dashboard.ts';
import { getPrompt, getPromptCard, type PromptCard, type PromptDetail } from '#contract/prompts.ts';
import { listRecents } from '#contract/recents.ts';
import { call, nullIfNotFound } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { keyOf } from '#web/api/query.ts';

/** A prompt as this member may read it; null when there is none with this id. */
export type PromptAccess =
  | { kind: 'open'; prompt: PromptDetail }
  | { kind: 'locked'; prompt: PromptCard }
  | null;

export function promptQuery(id: string) {
  return queryOptions({
    queryKey: keyOf(getPrompt, { id }),
    queryFn: async (context): Promise<PromptAccess> => {
      try {
        return { kind: 'open', prompt: await call(getPrompt, { id }, context) };
      } catch (error) {
        const locked = lockedPrompt(error);
        return locked ? { kind: 'locked', prompt: locked } : nullIfNotFound(error);
      }
    },
  });
}

/** What anybody may know of a prompt; null when there is none with this id. */
export function promptCardQuery(id: string) {
  return queryOptions({
    queryKey: keyOf(getPromptCard, { id }),
    queryFn: (context): Promise<PromptCard | null> =>
      call(getPromptCard, { id }, context).catch(nullIfNotFound),
  });
}

/** The message of the 403 says that it is locked; the card comes with it. */
function lockedPrompt(error: unknown): PromptCard | undefined {
  if (!(error instanceof ApiError) || error.status !== 403) return undefined;
  return error.problem?.message.includes('Upgrade required') ? error.problem.prompt : undefined;
}

export function invalidateRecents(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: keyOf(listRecents), refetchType: 'none' });
  void queryClient.invalidateQueries({ queryKey: keyOf(getDashboard) });
}
