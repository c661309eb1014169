import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent } from 'react';
import type { User } from '#contract/account.ts';
import type { PromptDetail } from '#contract/prompts.ts';
import { useReadNoticesAbout } from '#web/features/notices/use-read-notices-about.ts';
import { ContentBox } from '#web/features/prompts/reader/content-box.tsx';
import { PromptMetadata } from '#web/features/prompts/reader/prompt-metadata.tsx';
import { usePromptReader } from '#web/features/prompts/reader/use-prompt-reader.ts';
import { ShareLink, useCanShare } from '#web/features/prompts/share/share-link.tsx';
import { useSharedValues } from '#web/features/prompts/share/use-shared-values.ts';
import { VariablesForm } from '#web/features/prompts/variables/variables-form.tsx';
import { useRememberOpening } from '#web/features/recents/use-remember-opening.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { useMedia } from '#web/ui/behavior/use-media.ts';
import { exemplarsOffer } from './exemplars-offer.ts';
import { LazyComments } from './lazy-comments.ts';
import { LazyExemplars } from './lazy-exemplars.ts';
import { LazySavedValues } from './lazy-saved-values.ts';
import { PromptActions } from './prompt-actions.tsx';
import { PromptExport } from './prompt-export.tsx';
import styles from './prompt-page.module.css';
import { PromptPageHeader } from './prompt-page-header.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** When somewhere else a copy was asked for that this prompt's blank fields did not allow. */
    askedForBlanksAt?: number;
  }
}

interface OpenPromptBodyProps {
  prompt: PromptDetail;
  user: User;
}

/**
 * Next to the text is its catalog card, and in its place the variables' form while that is open. What stands below has
 * boundaries, at which the browser pauses while it takes the page over: a phone answers taps in between.
 */
export function UnlockedPromptPageContent({ prompt, user }: OpenPromptBodyProps) {
  useRememberOpening(prompt);
  useReadNoticesAbout('prompt', prompt.id);
  const reader = usePromptReader(prompt, user.id, 'page');
  useSharedValues(reader);
  const canShare = useCanShare();
  const askedAt = useLocation({ select: ({ state }) => state.askedForBlanksAt });
  const ask = useEffectEvent(reader.ask);
  useEffect(() => {
    if (askedAt !== undefined) ask();
  }, [askedAt]);
  const isSideBySide = useMedia('(min-width: 1181px)');
  const form = reader.variables.isOpen ? (
    <VariablesForm
      reader={reader}
      saved={(below) => <LazySavedValues promptId={prompt.id} reader={reader} below={below} />}
      level={2}
      className={isSideBySide ? styles.formAside : styles.formInside}
    />
  ) : null;
  return (
    <div className={styles.page} data-prompt-scope={prompt.id}>
      <div className={classNames(styles.column, styles.textFirst)}>
        <PromptPageHeader prompt={prompt} />
        <PromptActions
          prompt={prompt}
          className={styles.actions}
          surface="page"
          more={
            <>
              <PromptExport promptId={prompt.id} tier={user.subscriptionTier} />
              {canShare ? (
                <ShareLink
                  path={paths.prompt(prompt.id)}
                  title={prompt.title}
                  noun="link"
                  variant="line"
                  isIconOnPhones
                />
              ) : null}
            </>
          }
        />
        <ContentBox reader={reader} form={isSideBySide ? null : form} className={styles.box} />
        <p className={styles.report}>
          <Link to="/contact" search={{ topic: 'problem', prompt: prompt.id }} className={styles.link}>
            Report a problem with this prompt
          </Link>
        </p>
        <Suspense>
          <LazyExemplars
            promptId={prompt.id}
            variables={prompt.variables}
            level={2}
            upgrade={exemplarsOffer(prompt)}
            className={styles.exemplars}
          />
        </Suspense>
        <div className={styles.comments}>
          <Suspense>
            <LazyComments promptId={prompt.id} count={prompt.commentCount} user={user} surface="page" />
          </Suspense>
        </div>
      </div>
      <div className={styles.rail}>
        <div className={styles.stuck}>{isSideBySide && form ? form : <PromptMetadata prompt={prompt} />}</div>
      </div>
    </div>
  );
}
