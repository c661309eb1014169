import type { QueryClient } from '@tanstack/react-query';
import type { PromptCard } from '#contract/prompts.ts';

type Counts = Partial<
  Pick<PromptCard, 'favoriteCount' | 'upvotes' | 'downvotes' | 'rating' | 'copyCount' | 'commentCount'>
>;

/**
 * Changes one prompt's counts wherever they are kept: lists, search results, favorites, its detail. Card, modal and
 * page then agree whatever order they were loaded in.
 */
export function patchCachedPrompt(
  queryClient: QueryClient,
  promptId: string,
  change: (prompt: PromptCard) => Counts,
): void {
  for (const query of queryClient.getQueryCache().findAll()) {
    const data: unknown = query.state.data;
    const patched = patchWithin(data, promptId, change);
    if (patched === data) continue;
    // A patched answer is no fresher than it was: neither newer, nor back in date.
    const { dataUpdatedAt, isInvalidated } = query.state;
    queryClient.setQueryData(query.queryKey, patched, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  }
}

/**
 * Asks again for whatever shows the prompt, and for mine with it: what is on the page now, the rest when it is come
 * to. For after a change that failed: it may have been made all the same, and an answer that came meanwhile knows
 * nothing of a guess that is then taken back.
 */
export function refreshCachedPrompt(queryClient: QueryClient, promptId: string): void {
  const mine = new Set<unknown>(['/api/user/interactions', `/api/prompts/${promptId}/interactions`]);
  void queryClient.invalidateQueries({
    predicate: ({ queryKey, state }) => mine.has(queryKey[0]) || showsPrompt(state.data, promptId),
  });
}

function showsPrompt(data: unknown, promptId: string): boolean {
  let isShown = false;
  patchWithin(data, promptId, () => {
    isShown = true;
    return {};
  });
  return isShown;
}

/** The first card kept of this prompt, in whatever answer. */
export function findCachedPrompt(queryClient: QueryClient, promptId: string): PromptCard | undefined {
  let found: PromptCard | undefined;
  for (const query of queryClient.getQueryCache().findAll()) {
    patchWithin(query.state.data, promptId, (prompt) => {
      found ??= prompt;
      return {};
    });
    if (found) return found;
  }
  return undefined;
}

/** The same value where nothing changes, so that only what shows the prompt is drawn again. */
export function patchWithin(
  value: unknown,
  promptId: string,
  change: (prompt: PromptCard) => Counts,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => patchWithin(item, promptId, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (isPrompt(value)) {
    if (value.id !== promptId) return value;
    const changes = Object.entries(change(value));
    // An optimistic guess and the answer are often the same: then nothing is drawn again.
    const isNew = changes.some(([name, count]) => Reflect.get(value, name) !== count);
    return isNew ? { ...value, ...Object.fromEntries(changes) } : value;
  }
  const entries = Object.entries(value);
  const patched = entries.map(([name, item]) => [name, patchWithin(item, promptId, change)] as const);
  return patched.some(([, item], index) => item !== entries[index]?.[1])
    ? Object.fromEntries(patched)
    : value;
}

function isPrompt(value: object): value is PromptCard {
  return 'id' in value && 'favoriteCount' in value && 'upvotes' in value && 'title' in value;
}
