import type { ReactNode } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { usePromptModal } from '../prompt/use-prompt-modal.tsx';
import { type CardFavorites, useCardFavorites } from './use-card-favorites.ts';

interface CardActions {
  /** For the grid: what its cards show and do. */
  grid: CardFavorites & { onOpen: (prompt: Pick<PromptCard, 'id'>) => void };
  /** To be drawn by the page, once. */
  dialog: ReactNode;
}

/** What a card does: a member opens and keeps prompts, a visitor is asked to sign in (DECISIONS 13). */
export function useCardActions(): CardActions {
  const { open, modal } = usePromptModal(useUser());
  return { grid: { onOpen: open, ...useCardFavorites() }, dialog: modal };
}
