import type { ReactNode } from 'react';
import type { User } from '#contract/account.ts';
import type { PromptDetail } from '#contract/prompts.ts';
import { useInteraction } from '#web/api/interactions.ts';
import { CommentsPanel } from '#web/features/comments/comments-panel.tsx';
import { useFavorite } from '#web/features/favorites/use-favorite.ts';
import { ContentBox } from '#web/features/prompts/content-box.tsx';
import { PromptActions } from '#web/features/prompts/prompt-actions.tsx';
import { usePromptReader } from '#web/features/prompts/use-prompt-reader.ts';
import { VariablesForm } from '#web/features/prompts/variables-form.tsx';
import { useRememberOpening } from '#web/features/recents/use-remember-opening.ts';
import { useVote } from '#web/features/votes/use-vote.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { exemplarsWay } from './exemplars-way.ts';
import { LazyExemplars } from './lazy-exemplars.ts';
import { PromptExport } from './prompt-export.tsx';
import styles from './prompt-modal.module.css';

interface OpenPromptProps {
  prompt: PromptDetail;
  user: User;
  head: ReactNode;
}

/** The modal's two panes: reading; actions and comments, whose place the variables' form takes while it is open. */
export function OpenPrompt({ prompt, user, head }: OpenPromptProps) {
  useRememberOpening(prompt);
  const reader = usePromptReader(prompt, user.id, 'modal');
  const mine = useInteraction(prompt.id);
  const toggleFavorite = useFavorite('modal');
  const vote = useVote('modal');
  const isBeside = useMedia('(min-width: 761px)');
  const form = reader.variables.isOpen ? (
    <VariablesForm reader={reader} level={3} className={isBeside ? styles.formBeside : styles.formInside} />
  ) : null;
  return (
    <div className={styles.columns}>
      <div className={styles.reading}>
        {head}
        <ContentBox reader={reader} form={isBeside ? null : form} className={styles.box} />
        <LazyExemplars
          promptId={prompt.id}
          variables={prompt.variables}
          level={3}
          upgrade={exemplarsWay(prompt, user.subscriptionTier)}
          className={styles.exemplars}
        />
      </div>
      <div className={styles.side}>
        <PromptActions
          prompt={prompt}
          mine={mine}
          className={styles.actions}
          onFavorite={() => toggleFavorite(prompt.id)}
          onVote={(kind) => vote(prompt.id, kind)}
          more={<PromptExport promptId={prompt.id} tier={user.subscriptionTier} isIconOnly />}
        />
        {isBeside && form ? (
          form
        ) : (
          <CommentsPanel promptId={prompt.id} count={prompt.commentCount} user={user} place="modal" />
        )}
      </div>
    </div>
  );
}
