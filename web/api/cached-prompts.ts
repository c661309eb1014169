import type { QueryClient } from '@tanstack/react-query';
import { listInteractions } from '#contract/interactions.ts';
import type { PromptCard } from '#contract/prompts.ts';

type Counts = Partial<
  Pick<PromptCard, 'favoriteCount' | 'upvotes' | 'downvotes' | 'rating' | 'copyCount' | 'commentCount'>
>;

/**
 * Changes one prompt's counts in every cached response: lists, search results, favorites, its detail. Card, modal and page
 * then agree whatever order they were loaded in.
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
    // A patched response is as old as it was: an invalidated one stays invalidated.
    const { dataUpdatedAt, isInvalidated } = query.state;
    queryClient.setQueryData(query.queryKey, patched, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  }
}

/**
 * Refetches every response that shows the prompt, and the member's interactions: those on the page now, others on the next
 * visit. For after a change that failed: the server may have made it all the same, and a response that arrived in the meantime
 * does not contain the guess that was undone.
 */
export function refreshCachedPrompt(queryClient: QueryClient, promptId: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey, state }) =>
      queryKey[0] === listInteractions.url || findWithin(state.data, promptId) !== undefined,
  });
}

/** The first card of this prompt in any cached response. */
export function findCachedPrompt(queryClient: QueryClient, promptId: string): PromptCard | undefined {
  for (const query of queryClient.getQueryCache().findAll()) {
    const found = findWithin(query.state.data, promptId);
    if (found) return found;
  }
  return undefined;
}

function findWithin(value: unknown, promptId: string): PromptCard | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isPrompt(value)) return value.id === promptId ? value : undefined;
  for (const item of Object.values(value)) {
    const found = findWithin(item, promptId);
    if (found) return found;
  }
  return undefined;
}

/** Returns the same value where nothing changes, so that only components that show the prompt render again. */
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
    // An optimistic guess and the response are often the same: then nothing renders again.
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
