import type { QueryClient } from '@tanstack/react-query';
import { getCategory, getTopic } from '#contract/catalog.ts';
import { addFavorite, removeFavorite } from '#contract/favorites.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { searchPrompts } from '#contract/search.ts';
import { findCachedPrompt, patchCachedPrompt, refreshCachedPrompt } from '#web/api/cached-prompts.ts';
import { call } from '#web/api/call.ts';
import { patchInteraction, readInteraction } from '#web/api/interactions.ts';
import { failureMessage } from '#web/api/messages.ts';
import { toggleOptimistically } from '#web/api/optimistic-toggle.ts';
import { keyOf } from '#web/api/query.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { favoritesQuery, withFavorite } from './favorites.queries.ts';

/** Where the favorite button is; each surface has its own failure message. */
export type FavoriteSurface = 'card' | 'page' | 'modal';

const FAILURES: Record<FavoriteSurface, string> = {
  card: 'Failed to update favorite status',
  page: 'Failed to update favorite status',
  modal: 'Failed to update favorites. Please try again.',
};

/**
 * Adds a prompt to my favorites or removes it. The response's count replaces the guess in every list, modal and page.
 * @param removed the card that was removed just before and may be in no list any more
 */
export function toggleFavorite(
  queryClient: QueryClient,
  promptId: string,
  surface: FavoriteSurface,
  removed?: PromptCard,
): void {
  const isAdding = !readInteraction(queryClient, promptId).isFavorited;
  void toggleOptimistically({
    key: `favorite ${promptId}`,
    show: () => show(queryClient, promptId, isAdding),
    undo: () => show(queryClient, promptId, !isAdding),
    send: () => call(isAdding ? addFavorite : removeFavorite, { id: promptId }),
    onDone: ({ isFavorited, favoriteCount }) => {
      patchInteraction(queryClient, promptId, { isFavorited });
      patchCachedPrompt(queryClient, promptId, () => ({ favoriteCount }));
      const known = findCachedPrompt(queryClient, promptId) ?? removed;
      updateLists(queryClient, promptId, isFavorited ? known : undefined, isFavorited);
      toast(
        isFavorited
          ? { title: 'Added to favorites', description: 'Prompt added to your favorites', icon: 'heart' }
          : {
              title: 'Removed from favorites',
              description: 'Prompt removed from your favorites',
              icon: 'heart',
              action: {
                label: 'Undo',
                description: 'Undo: add the prompt to your favorites again',
                onPress: () => toggleFavorite(queryClient, promptId, surface, known),
              },
            },
      );
    },
    onFailure: (error) => {
      refreshCachedPrompt(queryClient, promptId);
      toast({
        title: 'Error',
        description: failureMessage(error, FAILURES[surface]),
        variant: 'destructive',
      });
    },
  });
}

function show(queryClient: QueryClient, promptId: string, isFavorited: boolean): void {
  patchInteraction(queryClient, promptId, { isFavorited });
  patchCachedPrompt(queryClient, promptId, ({ favoriteCount }) => ({
    favoriteCount: Math.max(0, favoriteCount + (isFavorited ? 1 : -1)),
  }));
}

/** The list of favorites is updated at once; filtered and sorted ones, and lists of "favorites only", are fetched again. */
function updateLists(
  queryClient: QueryClient,
  promptId: string,
  added: PromptCard | undefined,
  isFavorited: boolean,
): void {
  const { queryKey } = favoritesQuery();
  // A tile of the dashboard, which may be all there is, is no card.
  const isCard = added !== undefined && 'createdBy' in added;
  queryClient.setQueryData(
    queryKey,
    (list) => list && withFavorite(list, promptId, isCard ? added : undefined),
  );
  if (isFavorited && !isCard) void queryClient.invalidateQueries({ queryKey, exact: true });
  const isFiltered = (query: { queryKey: readonly unknown[] }) => query.queryKey.length > queryKey.length;
  void queryClient.invalidateQueries({ queryKey, predicate: isFiltered });
  const query = { favoritesOnly: 'true' as const };
  void queryClient.invalidateQueries({ queryKey: keyOf(getCategory, { query }) });
  void queryClient.invalidateQueries({ queryKey: keyOf(getTopic, { query }) });
  void queryClient.invalidateQueries({ queryKey: keyOf(searchPrompts, { query }) });
}
