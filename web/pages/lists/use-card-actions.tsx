import type { ReactNode } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { useInteractions } from '#web/api/interactions.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { useCardFavorite } from '#web/features/favorites/use-card-favorite.ts';
import { usePromptModal } from '../prompt/use-prompt-modal.tsx';

interface CardActions {
  /** For the grid: what its cards show and do. */
  grid: {
    onOpen: (prompt: Pick<PromptCard, 'id'>) => void;
    isFavorited: ((promptId: string) => boolean) | undefined;
    onFavorite: (prompt: Pick<PromptCard, 'id'>) => void;
  };
  /** To be drawn by the page, once. */
  dialog: ReactNode;
}

/** What a card does: a member opens and keeps prompts, a visitor is asked to sign in (DECISIONS 13). */
export function useCardActions(): CardActions {
  const user = useUser();
  const interactions = useInteractions();
  const onFavorite = useCardFavorite(Boolean(user));
  const { open, modal } = usePromptModal(user);
  return {
    grid: {
      onOpen: open,
      isFavorited: user ? (id) => interactions[id]?.isFavorited ?? false : undefined,
      onFavorite,
    },
    dialog: modal,
  };
}
