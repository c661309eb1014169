import type { ReactNode } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { useInteractions } from '#web/api/interactions.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { useFavorite } from '#web/features/favorites/use-favorite.ts';
import { useSignInDialog } from '#web/features/prompts/use-sign-in-dialog.tsx';
import { usePromptModal } from '../prompt/use-prompt-modal.tsx';

interface CardActions {
  /** For the grid: what its cards show and do. */
  grid: {
    onOpen: (prompt: PromptCard) => void;
    isFavorited: ((promptId: string) => boolean) | undefined;
    onFavorite: (prompt: PromptCard) => void;
  };
  /** To be drawn by the page, once. */
  dialog: ReactNode;
}

/** What a card does: a member opens and keeps prompts, a visitor is asked to sign in (DECISIONS 13). */
export function useCardActions(): CardActions {
  const user = useUser();
  const interactions = useInteractions();
  const toggleFavorite = useFavorite();
  const signIn = useSignInDialog();
  const { open, modal } = usePromptModal(user);
  if (!user) {
    return {
      grid: { onOpen: signIn.askToRead, isFavorited: undefined, onFavorite: signIn.askToFavorite },
      dialog: signIn.dialog,
    };
  }
  return {
    grid: {
      onOpen: open,
      isFavorited: (id) => interactions[id]?.isFavorited ?? false,
      onFavorite: ({ id }) => toggleFavorite(id),
    },
    dialog: modal,
  };
}
