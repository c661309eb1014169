import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { toast } from '#web/ui/toast.ts';

/** SPEC section 5. */
const SIGN_IN = {
  title: 'Sign In Required',
  description: 'Please sign in to add favorites',
  icon: 'info',
} as const;

const fetchFavorites = () => import('./use-favorite.ts');

/**
 * The heart of a card. How a favorite is kept is no part of a list's first script: a member's page fetches it once
 * the list is drawn, a visitor's never.
 */
export function useCardFavorite(isMember: boolean): (prompt: Pick<PromptCard, 'id'>) => void {
  const queryClient = useQueryClient();
  useEffect(() => {
    // What fails here is asked for again by the press.
    if (isMember) fetchFavorites().catch(() => {});
  }, [isMember]);

  async function press(promptId: string) {
    try {
      const { toggleFavorite } = await fetchFavorites();
      toggleFavorite(queryClient, promptId);
    } catch {
      toast({ title: 'Error', description: 'Failed to update favorite status', variant: 'destructive' });
    }
  }
  return isMember ? ({ id }) => void press(id) : () => toast(SIGN_IN);
}
