import ArrowBigDown from 'lucide-react/icons/arrow-big-down';
import ArrowBigUp from 'lucide-react/icons/arrow-big-up';
import Copy from 'lucide-react/icons/copy';
import Heart from 'lucide-react/icons/heart';
import MessageSquare from 'lucide-react/icons/message-square';
import type { ReactNode } from 'react';
import type { Interaction } from '#contract/interactions.ts';
import type { PromptCard } from '#contract/prompts.ts';
import type { Vote } from '#contract/votes.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Count } from '#web/ui/count.tsx';
import { countWords, formatCount } from '#web/ui/format-count.ts';
import styles from './prompt-actions.module.css';

interface PromptActionsProps {
  prompt: PromptCard;
  mine: Interaction;
  onFavorite: () => void;
  onVote: (kind: Vote) => void;
  hasCommentCount?: boolean;
  /** Stands behind the votes. */
  more?: ReactNode;
  className?: string | undefined;
}

/** Favorite, the joined pair of votes, and the counts one cannot press. */
export function PromptActions({
  prompt,
  mine,
  onFavorite,
  onVote,
  hasCommentCount = false,
  more,
  className,
}: PromptActionsProps) {
  return (
    <div className={classNames(styles.actions, className)}>
      <FavoriteToggle prompt={prompt} isHeld={mine.isFavorited} onPress={onFavorite} />
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons that belong together are no set of fields */}
      <div className={styles.votes} role="group" aria-label="Vote">
        <button
          type="button"
          className={classNames(styles.button, mine.vote === 'up' && styles.held)}
          aria-pressed={mine.vote === 'up'}
          aria-label={`Upvote, ${countWords(prompt.upvotes, 'upvote')}`}
          data-shortcut="upvote"
          onClick={() => onVote('up')}
        >
          <ArrowBigUp size={17} strokeWidth={1.75} aria-hidden />
          {formatCount(prompt.upvotes)}
        </button>
        <button
          type="button"
          className={classNames(styles.button, mine.vote === 'down' && styles.held)}
          aria-pressed={mine.vote === 'down'}
          aria-label={`Downvote, ${countWords(prompt.downvotes, 'downvote')}`}
          data-shortcut="downvote"
          onClick={() => onVote('down')}
        >
          <ArrowBigDown size={17} strokeWidth={1.75} aria-hidden />
          {formatCount(prompt.downvotes)}
        </button>
      </div>
      {more}
      <div className={styles.counts}>
        <Count value={prompt.copyCount} noun="copy" icon={Copy} />
        {hasCommentCount ? <Count value={prompt.commentCount} noun="comment" icon={MessageSquare} /> : null}
      </div>
    </div>
  );
}

interface FavoriteToggleProps {
  prompt: PromptCard;
  isHeld: boolean;
  onPress: () => void;
}

export function FavoriteToggle({ prompt, isHeld, onPress }: FavoriteToggleProps) {
  return (
    <button
      type="button"
      className={classNames(styles.button, styles.favorite, isHeld && styles.held)}
      aria-pressed={isHeld}
      aria-label={`Favorite, ${countWords(prompt.favoriteCount, 'favorite')}`}
      data-shortcut="favorite"
      onClick={onPress}
    >
      <Heart size={17} strokeWidth={1.75} aria-hidden />
      {formatCount(prompt.favoriteCount)}
    </button>
  );
}
