import type { QueryClient } from '@tanstack/react-query';
import { askToSignIn } from '#web/ask-to-sign-in.ts';
import { type FavoriteSurface, toggleFavorite } from './toggle-favorite.ts';

interface Heart {
  promptId: string;
  surface: FavoriteSurface;
  isMember: boolean;
}

/** What a heart does: fetched once it is pressed. */
export function pressFavorite(queryClient: QueryClient, { promptId, surface, isMember }: Heart): void {
  if (isMember) toggleFavorite(queryClient, promptId, surface);
  else askToSignIn('Please sign in to add favorites');
}
