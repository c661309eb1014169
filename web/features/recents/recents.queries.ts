import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { LIMITS } from '#contract/limits.ts';
import type { PromptDetail } from '#contract/prompts.ts';
import type { Recents, RecentUse } from '#contract/recents.ts';
import { readJson, sendJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';

const PATH = '/api/user/recents';

/** What I opened or copied, last use first (DECISIONS 34). */
export function recentsQuery() {
  return queryOptions({
    queryKey: [PATH],
    queryFn: async (context) => readJson<Recents>(await callApi(context, PATH)),
  });
}

export function setRecentsPaused(isPaused: boolean): Promise<Recents> {
  return sendJson<Recents>('PUT', PATH, { isPaused });
}

export function clearRecents(): Promise<Recents> {
  return sendJson<Recents>('DELETE', PATH);
}

/**
 * Tells the library that a prompt is being shown, and puts it first in the list kept here. Never throws: nobody waits
 * for it, and a prompt can be read whether it is remembered or not.
 */
export async function rememberOpening(queryClient: QueryClient, prompt: PromptDetail): Promise<void> {
  try {
    const { lastUsedAt } = await sendJson<RecentUse>('PUT', `${PATH}/${prompt.id}`);
    if (lastUsedAt === null) return;
    const { content: _text, variables: _holes, ...card } = prompt;
    queryClient.setQueryData(
      recentsQuery().queryKey,
      (kept) => kept && withUse(kept, { ...card, lastUsedAt }),
    );
  } catch {
    // Told by the whole app where it matters to the member: signed out, or offline.
  }
}

/** The list after this use, which may have been told before a later one. */
export function withUse(kept: Recents, use: Recents['prompts'][number]): Recents {
  const others = kept.prompts.filter(({ id }) => id !== use.id);
  const before = others.filter(({ lastUsedAt }) => lastUsedAt > use.lastUsedAt);
  const after = others.slice(before.length);
  return { ...kept, prompts: [...before, use, ...after].slice(0, LIMITS.recents) };
}
