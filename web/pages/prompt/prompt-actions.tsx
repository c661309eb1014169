import Copy from 'lucide-react/icons/copy';
import MessageSquare from 'lucide-react/icons/message-square';
import type { ReactNode } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { LazyAddToCollectionButton } from '#web/features/collections/lazy-add-to-collection-button.ts';
import { FavoriteButton } from '#web/features/favorites/favorite-button.tsx';
import { RatingBar } from '#web/features/prompts/reader/rating-bar.tsx';
import { VoteButtons } from '#web/features/votes/vote-buttons.tsx';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { IconCount } from '#web/ui/text/icon-count.tsx';
import styles from './prompt-actions.module.css';

interface PromptActionsProps {
  prompt: PromptCard;
  surface: 'page' | 'modal';
  /** Stands behind the votes. */
  more?: ReactNode;
  className?: string | undefined;
}

/** Favorite, votes, the counts one cannot press, and how the votes divide; the modal counts comments above its list. */
export function PromptActions({ prompt, surface, more, className }: PromptActionsProps) {
  return (
    <div className={classNames(surface === 'page' && styles.onPage, className)}>
      <div className={styles.actions}>
        <FavoriteButton prompt={prompt} surface={surface} isMember />
        <VoteButtons prompt={prompt} surface={surface} />
        <LazyAddToCollectionButton prompt={prompt} surface={surface} />
        {more}
        <div className={classNames(styles.counts, surface === 'modal' && styles.atEnd)}>
          <IconCount value={prompt.copyCount} noun="copy" icon={Copy} />
          {surface === 'page' ? (
            <IconCount value={prompt.commentCount} noun="comment" icon={MessageSquare} />
          ) : null}
        </div>
      </div>
      <RatingBar prompt={prompt} />
    </div>
  );
}
