import type { User } from '#contract/account.ts';
import type { PromptDetail } from '#contract/prompts.ts';
import { useInteraction } from '#web/api/interactions.ts';
import { CommentsPanel } from '#web/features/comments/comments-panel.tsx';
import { useFavorite } from '#web/features/favorites/use-favorite.ts';
import { ContentBox } from '#web/features/prompts/content-box.tsx';
import { PromptActions } from '#web/features/prompts/prompt-actions.tsx';
import { PromptFacts } from '#web/features/prompts/prompt-facts.tsx';
import { usePromptReader } from '#web/features/prompts/use-prompt-reader.ts';
import { VariablesForm } from '#web/features/prompts/variables-form.tsx';
import { useRememberOpening } from '#web/features/recents/use-remember-opening.ts';
import { useVote } from '#web/features/votes/use-vote.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { exemplarsWay } from './exemplars-way.ts';
import { LazyExemplars } from './lazy-exemplars.ts';
import { PromptExport } from './prompt-export.tsx';
import styles from './prompt-page.module.css';
import { PromptPageHead } from './prompt-page-head.tsx';

interface OpenPromptBodyProps {
  prompt: PromptDetail;
  user: User;
}

/** Beside the text stands its catalogue card, and in its place the variables' form while that is open. */
export function OpenPromptBody({ prompt, user }: OpenPromptBodyProps) {
  useRememberOpening(prompt);
  const reader = usePromptReader(prompt, user.id, 'page');
  const mine = useInteraction(prompt.id);
  const toggleFavorite = useFavorite('page');
  const vote = useVote('page');
  const isBeside = useMedia('(min-width: 1181px)');
  const form = reader.variables.isOpen ? (
    <VariablesForm reader={reader} level={2} className={isBeside ? styles.formBeside : styles.formInside} />
  ) : null;
  return (
    <div className={styles.page} data-prompt-scope={prompt.id}>
      <div className={styles.column}>
        <PromptPageHead prompt={prompt} />
        <PromptActions
          prompt={prompt}
          mine={mine}
          hasCommentCount
          className={styles.actions}
          onFavorite={() => toggleFavorite(prompt.id)}
          onVote={(kind) => vote(prompt.id, kind)}
          more={<PromptExport promptId={prompt.id} tier={user.subscriptionTier} />}
        />
        <ContentBox reader={reader} form={isBeside ? null : form} className={styles.box} />
        <LazyExemplars
          promptId={prompt.id}
          variables={prompt.variables}
          level={2}
          upgrade={exemplarsWay(prompt, user.subscriptionTier)}
          className={styles.exemplars}
        />
        <div className={styles.comments}>
          <CommentsPanel promptId={prompt.id} count={prompt.commentCount} user={user} place="page" />
        </div>
      </div>
      <div className={styles.rail}>
        <div className={styles.stuck}>{isBeside && form ? form : <PromptFacts prompt={prompt} />}</div>
      </div>
    </div>
  );
}
