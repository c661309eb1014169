import type { ReactNode } from 'react';
import type { User } from '#contract/account.ts';
import type { PromptDetail } from '#contract/prompts.ts';
import { useReadNoticesAbout } from '#web/features/notices/use-read-notices-about.ts';
import { ContentBox } from '#web/features/prompts/reader/content-box.tsx';
import { usePromptReader } from '#web/features/prompts/reader/use-prompt-reader.ts';
import { VariablesForm } from '#web/features/prompts/variables/variables-form.tsx';
import { useRememberOpening } from '#web/features/recents/use-remember-opening.ts';
import { useMedia } from '#web/ui/behavior/use-media.ts';
import { exemplarsOffer } from './exemplars-offer.ts';
import { LazyComments } from './lazy-comments.ts';
import { LazyExemplars } from './lazy-exemplars.ts';
import { LazySavedValues } from './lazy-saved-values.ts';
import { PromptActions } from './prompt-actions.tsx';
import { PromptExport } from './prompt-export.tsx';
import styles from './prompt-modal.module.css';

interface OpenPromptProps {
  prompt: PromptDetail;
  user: User;
  head: ReactNode;
}

/** The modal's two panes: reading; actions and comments, whose place the variables' form takes while it is open. */
export function UnlockedPromptModalContent({ prompt, user, head }: OpenPromptProps) {
  useRememberOpening(prompt);
  useReadNoticesAbout('prompt', prompt.id);
  const reader = usePromptReader(prompt, user.id, 'modal');
  const isSideBySide = useMedia('(min-width: 901px)');
  const form = reader.variables.isOpen ? (
    <VariablesForm
      reader={reader}
      saved={(below) => <LazySavedValues promptId={prompt.id} reader={reader} below={below} />}
      level={3}
      className={isSideBySide ? styles.formAside : styles.formInside}
    />
  ) : null;
  return (
    <div className={styles.columns}>
      <div className={styles.reading}>
        {head}
        <ContentBox reader={reader} form={isSideBySide ? null : form} className={styles.box} />
        <LazyExemplars
          promptId={prompt.id}
          variables={prompt.variables}
          level={3}
          upgrade={exemplarsOffer(prompt)}
          className={styles.exemplars}
        />
      </div>
      <div className={styles.side}>
        <PromptActions
          prompt={prompt}
          className={styles.actions}
          surface="modal"
          more={<PromptExport promptId={prompt.id} tier={user.subscriptionTier} isIconOnly />}
        />
        {isSideBySide && form ? (
          form
        ) : (
          <LazyComments promptId={prompt.id} count={prompt.commentCount} user={user} surface="modal" />
        )}
      </div>
    </div>
  );
}
