import Heart from 'lucide-react/icons/heart';
import type { PromptCard } from '#contract/prompts.ts';
import { classNames } from '#web/ui/class-names.ts';
import { countWords, formatCount } from '#web/ui/format-count.ts';
import styles from './favorite-button.module.css';

interface FavoriteButtonProps {
  prompt: PromptCard;
  /** Undefined for visitors, who have none. */
  isFavorited?: boolean | undefined;
  onPress: () => void;
  className?: string | undefined;
}

export function FavoriteButton({ prompt, isFavorited, onPress, className }: FavoriteButtonProps) {
  // A pressed state tells the rest; a name that changed with it would say it twice.
  const verb = isFavorited === undefined ? 'Add to favorites:' : 'Favorite';
  return (
    <button
      type="button"
      className={classNames(styles.button, isFavorited && styles.held, className)}
      {...(isFavorited === undefined ? {} : { 'aria-pressed': isFavorited })}
      aria-label={`${verb} “${prompt.title}”, ${countWords(prompt.favoriteCount, 'favorite')}`}
      data-shortcut="favorite"
      onClick={onPress}
    >
      <Heart size={17} strokeWidth={1.75} aria-hidden />
      {formatCount(prompt.favoriteCount)}
    </button>
  );
}
