import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Problem } from '#contract/errors.ts';
import type { LockedPrompt, PromptCard, PromptDetail } from '#contract/prompts.ts';
import { readJson } from '#web/api/client.ts';
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
      return { kind: 'open', prompt: readJson<PromptDetail>(answer) };
    },
  });
}

/** SPEC section 4: the message says so; the card comes with it (DECISIONS 12). */
function readLocked(text: string): PromptCard | undefined {
  const problem: Problem & Partial<LockedPrompt> = JSON.parse(text);
  return problem.message.includes('Upgrade required') ? problem.prompt : undefined;
}

export function forgetRecents(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['/api/user/recents'], refetchType: 'none' });
}
