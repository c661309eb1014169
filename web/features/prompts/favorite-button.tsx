import Heart from 'lucide-react/icons/heart';
import type { PromptCard } from '#contract/prompts.ts';
import { classNames } from '#web/ui/class-names.ts';
import { countWords, formatCount } from '#web/ui/format-count.ts';
import styles from './favorite-button.module.css';

interface FavoriteButtonProps {
  prompt: PromptCard;
  onPress: () => void;
  className?: string | undefined;
}

export function FavoriteButton({ prompt, onPress, className }: FavoriteButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles.button, className)}
      aria-label={`Add “${prompt.title}” to favorites, ${countWords(prompt.favoriteCount, 'favorite')}`}
      onClick={onPress}
    >
      <Heart size={17} strokeWidth={1.75} aria-hidden />
      {formatCount(prompt.favoriteCount)}
    </button>
  );
}
