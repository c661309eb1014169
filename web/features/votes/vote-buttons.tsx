import { useQueryClient } from '@tanstack/react-query';
import ArrowBigDown from 'lucide-react/icons/arrow-big-down';
import ArrowBigUp from 'lucide-react/icons/arrow-big-up';
import type { PromptCard } from '#contract/prompts.ts';
import { useInteraction } from '#web/api/interactions.ts';
import { toggleClass } from '#web/ui/forms/toggle-class.ts';
import { countWithNoun, formatCount } from '#web/ui/text/format-count.ts';
import { castVote } from './cast-vote.ts';
import styles from './vote-buttons.module.css';

interface VoteButtonsProps {
  prompt: PromptCard;
  surface: 'page' | 'modal';
}

/** The joined pair of votes of an open prompt. */
export function VoteButtons({ prompt, surface }: VoteButtonsProps) {
  const queryClient = useQueryClient();
  const { vote } = useInteraction(prompt.id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons that belong together are no set of fields
    <div className={styles.votes} role="group" aria-label="Vote">
      <button
        type="button"
        className={toggleClass(vote === 'up')}
        aria-pressed={vote === 'up'}
        aria-label={`Upvote, ${countWithNoun(prompt.upvotes, 'upvote')}`}
        data-shortcut="upvote"
        onClick={() => castVote(queryClient, prompt.id, 'up', surface)}
      >
        <ArrowBigUp size={17} strokeWidth={1.75} aria-hidden />
        {formatCount(prompt.upvotes)}
      </button>
      <button
        type="button"
        className={toggleClass(vote === 'down')}
        aria-pressed={vote === 'down'}
        aria-label={`Downvote, ${countWithNoun(prompt.downvotes, 'downvote')}`}
        data-shortcut="downvote"
        onClick={() => castVote(queryClient, prompt.id, 'down', surface)}
      >
        <ArrowBigDown size={17} strokeWidth={1.75} aria-hidden />
        {formatCount(prompt.downvotes)}
      </button>
    </div>
  );
}
