import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PromptCard } from '#contract/prompts.ts';
import { findCachedPrompt, patchCachedPrompt } from '#web/api/cached-prompts.ts';
import { failureWords, isUnauthorized } from '#web/api/failure-words.ts';
import { patchInteraction, readInteraction } from '#web/api/interactions.ts';
import { toast } from '#web/ui/toast.ts';
import { favoritesQuery, setFavorite } from './favorites.queries.ts';

const FAILURES = {
  page: 'Failed to update favorite status',
  modal: 'Failed to update favorites. Please try again.',
} as const;

/**
 * Adds a prompt to my favorites and takes it away again. Shown at once, taken back if it fails; the answer's count
 * replaces the guess in every list, modal and page.
 * @param place whose words a failure takes (SPEC section 8)
 * @returns the toggle for a prompt's id; a second press while the first is on its way does nothing
 */
export function useFavorite(place: keyof typeof FAILURES = 'page'): (promptId: string) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: ['favorite'],
    mutationFn: ({ promptId, isFavorited }: Wish) => setFavorite(promptId, isFavorited),
    onMutate: (wish) => {
      show(queryClient, wish);
      // To put it back where it stood.
      return queryClient.getQueryData(favoritesQuery().queryKey);
    },
    onSuccess: (answer, { promptId }) => {
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
    onError: (error, wish) => {
      show(queryClient, { ...wish, isFavorited: !wish.isFavorited });
      if (isUnauthorized(error)) return;
      toast({ title: 'Error', description: failureWords(error, FAILURES[place]), variant: 'destructive' });
    },
  });
  return (promptId) => {
    if (isUnderWay(queryClient, promptId)) return;
    mutate({ promptId, isFavorited: !readInteraction(queryClient, promptId).isFavorited });
  };
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
  queryClient.setQueryData(favoritesQuery().queryKey, (list: PromptCard[] | undefined) => {
    const others = list?.filter(({ id }) => id !== promptId);
    return others && isFavorited && known ? [known, ...others] : others;
  });
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
