import { useQueryClient } from '@tanstack/react-query';
import Heart from 'lucide-react/icons/heart';
import type { PromptCard } from '#contract/prompts.ts';
import { useInteraction } from '#web/api/interactions.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { toggleClass } from '#web/ui/forms/toggle-class.ts';
import { countWithNoun, formatCount } from '#web/ui/text/format-count.ts';
import { IconCount } from '#web/ui/text/icon-count.tsx';
import styles from './favorite-button.module.css';
import type { FavoriteSurface } from './toggle-favorite.ts';

interface FavoriteButtonProps {
  prompt: PromptCard;
  surface: FavoriteSurface;
  /** Visitors are asked to sign in. */
  isMember: boolean;
}

/**
 * The heart of a prompt with its number of favorites. On the card of a locked prompt it is no button, unless it is a
 * favorite already: a locked prompt is added from its dialog.
 */
export function FavoriteButton({ prompt, surface, isMember }: FavoriteButtonProps) {
  const queryClient = useQueryClient();
  const { isFavorited } = useInteraction(prompt.id);
  const isOnCard = surface === 'card';
  if (isOnCard && prompt.isLocked && !isFavorited) {
    return <IconCount value={prompt.favoriteCount} noun="favorite" icon={Heart} className={styles.count} />;
  }
  async function press() {
    // Members' pages have it already, and few visitors need it.
    const part = await import('./press-favorite.ts').catch(() => undefined);
    if (part) part.pressFavorite(queryClient, { promptId: prompt.id, surface, isMember });
    else toast({ title: 'Error', description: 'Failed to update favorite status', variant: 'destructive' });
  }
  // The pressed state says the rest; a name that changed with it would say it twice.
  const verb = isMember ? 'Favorite' : 'Add to favorites:';
  const name = isOnCard ? `${verb} “${prompt.title}”` : verb;
  return (
    <button
      type="button"
      className={
        isOnCard
          ? classNames(styles.button, isFavorited && styles.held)
          : toggleClass(isFavorited, styles.open)
      }
      {...(isMember ? { 'aria-pressed': isFavorited } : {})}
      aria-label={`${name}, ${countWithNoun(prompt.favoriteCount, 'favorite')}`}
      data-shortcut="favorite"
      onClick={() => void press()}
    >
      <Heart size={17} strokeWidth={1.75} aria-hidden />
      {formatCount(prompt.favoriteCount)}
    </button>
  );
}
