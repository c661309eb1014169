import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { findCachedPrompt, patchCachedPrompt, refreshCachedPrompt } from '#web/api/cached-prompts.ts';
import { failureWords, isUnauthorized } from '#web/api/failure-words.ts';
import { patchInteraction, readInteraction } from '#web/api/interactions.ts';
import { runMutation } from '#web/api/run-mutation.ts';
import { toast } from '#web/ui/toast.ts';
import { favoritesQuery, setFavorite, withFavorite } from './favorites.queries.ts';

const FAILURES = {
  page: 'Failed to update favorite status',
  modal: 'Failed to update favorites. Please try again.',
} as const;

/**
 * Adds a prompt to my favorites or takes it away again. Shown at once, taken back if it fails; the answer's count
 * replaces the guess in every list, modal and page. A second press while the first is on its way does nothing.
 * @param place whose words a failure takes (SPEC section 8)
 */
export function toggleFavorite(
  queryClient: QueryClient,
  promptId: string,
  place: keyof typeof FAILURES = 'page',
): void {
  if (isUnderWay(queryClient, promptId)) return;
  const wish: Wish = { promptId, isFavorited: !readInteraction(queryClient, promptId).isFavorited };
  runMutation(queryClient, wish, {
    mutationKey: ['favorite'],
    mutationFn: ({ promptId, isFavorited }) => setFavorite(promptId, isFavorited),
    onMutate: () => show(queryClient, wish),
    onSuccess: (answer) => {
      patchInteraction(queryClient, promptId, { isFavorited: answer.isFavorited });
      patchCachedPrompt(queryClient, promptId, () => ({ favoriteCount: answer.favoriteCount }));
      settleLists(queryClient, promptId, answer.isFavorited);
      toast(
        answer.isFavorited
          ? { title: 'Added to favorites', description: 'Prompt added to your favorites', icon: 'heart' }
          : {
              title: 'Removed from favorites',
              description: 'Prompt removed from your favorites',
              icon: 'heart',
            },
      );
    },
    onError: (error) => {
      show(queryClient, { ...wish, isFavorited: !wish.isFavorited });
      if (isUnauthorized(error)) return;
      refreshCachedPrompt(queryClient, promptId);
      toast({ title: 'Error', description: failureWords(error, FAILURES[place]), variant: 'destructive' });
    },
  });
}

/** The toggle as the parts of an open prompt take it. */
export function useFavorite(place: keyof typeof FAILURES): (promptId: string) => void {
  const queryClient = useQueryClient();
  return (promptId) => toggleFavorite(queryClient, promptId, place);
}

interface Wish {
  promptId: string;
  isFavorited: boolean;
}

function show(queryClient: QueryClient, { promptId, isFavorited }: Wish): void {
  patchInteraction(queryClient, promptId, { isFavorited });
  patchCachedPrompt(queryClient, promptId, ({ favoriteCount }) => ({
    favoriteCount: Math.max(0, favoriteCount + (isFavorited ? 1 : -1)),
  }));
}

/** The list of favorites follows at once; lists of "favorites only" are asked for again. */
function settleLists(queryClient: QueryClient, promptId: string, isFavorited: boolean): void {
  const known = findCachedPrompt(queryClient, promptId);
  queryClient.setQueryData(
    favoritesQuery().queryKey,
    (list) => list && withFavorite(list, promptId, isFavorited ? known : undefined),
  );
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).includes('favoritesOnly=true'),
  });
}

function isUnderWay(queryClient: QueryClient, promptId: string): boolean {
  return (
    queryClient.isMutating({
      mutationKey: ['favorite'],
      predicate: ({ state }) => (state.variables as Wish | undefined)?.promptId === promptId,
    }) > 0
  );
}
