import type { ReactNode } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { LazyAddToCollectionButton } from '#web/features/collections/lazy-add-to-collection-button.ts';
import { FavoriteButton } from '#web/features/favorites/favorite-button.tsx';
import { usePromptModal } from '../prompt/use-prompt-modal.tsx';

interface CardActions {
  /** For the grid: what its cards show and do. */
  grid: {
    onOpen: (prompt: Pick<PromptCard, 'id'>) => void;
    favorite: (prompt: PromptCard) => ReactNode;
  };
  /** To be rendered by the page, once. */
  dialog: ReactNode;
}

/** What a card does: a member opens prompts and adds favorites, a visitor is asked to sign in. */
export function useCardActions(): CardActions {
  const user = useUser();
  const { open, modal } = usePromptModal(user);
  const favorite = (prompt: PromptCard) => (
    <>
      {user ? <LazyAddToCollectionButton prompt={prompt} surface="card" /> : null}
      <FavoriteButton prompt={prompt} surface="card" isMember={Boolean(user)} />
    </>
  );
  return { grid: { onOpen: open, favorite }, dialog: modal };
}
