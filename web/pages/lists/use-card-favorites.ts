import type { PromptCard } from '#contract/prompts.ts';
import { useInteractions } from '#web/api/interactions.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { useCardFavorite } from '#web/features/favorites/use-card-favorite.ts';

export interface CardFavorites {
  /** Undefined for visitors. */
  isFavorited: ((promptId: string) => boolean) | undefined;
  onFavorite: (prompt: Pick<PromptCard, 'id'>) => void;
}

/** The hearts of a grid's cards. */
export function useCardFavorites(): CardFavorites {
  const user = useUser();
  const interactions = useInteractions();
  const onFavorite = useCardFavorite(Boolean(user));
  return { isFavorited: user ? (id) => interactions[id]?.isFavorited ?? false : undefined, onFavorite };
}
