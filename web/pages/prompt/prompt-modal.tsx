import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import type { User } from '#contract/account.ts';
import { BRAND } from '#contract/brand.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { findCachedPrompt } from '#web/api/cached-prompts.ts';
import { useReconnect } from '#web/api/use-reconnect.ts';
import { LazyAddToCollectionButton } from '#web/features/collections/lazy-add-to-collection-button.ts';
import { LazyCommentText } from '#web/features/comments/text/lazy-comment-text.ts';
import { FavoriteButton } from '#web/features/favorites/favorite-button.tsx';
import { CallNumberLabel } from '#web/features/prompts/card/call-number-label.tsx';
import { promptQuery } from '#web/features/prompts/prompt.queries.ts';
import { ShareLink } from '#web/features/prompts/share/share-link.tsx';
import { UpgradeDialog } from '#web/features/prompts/upgrade/upgrade-dialog.tsx';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { CloseButton } from '#web/ui/overlays/close-button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { RelativeDate } from '#web/ui/text/relative-date.tsx';
import { LazyComments } from './lazy-comments.ts';
import { useLockedTrial } from './locked-trial.tsx';
import { PreviousNext } from './previous-next.tsx';
import styles from './prompt-modal.module.css';
import { SectionLinks } from './section-links.tsx';
import { UnlockedPromptModalContent } from './unlocked-prompt-modal-content.tsx';

interface PromptModalProps {
  id: string;
  user: User;
  findReturn: () => HTMLElement | null;
  /** To another prompt of the list. */
  onStep: (id: string) => void;
  onClosed: () => void;
}

/** With all that it may show, so that nothing in it appears later than the rest: no prompt is known yet. */
export async function loadPromptModal(): Promise<typeof PromptModal> {
  await Promise.all([LazyComments.preload(), LazyCommentText.preload()]);
  return PromptModal;
}

/** One prompt over the list it was found in; above the member's tier, the upgrade dialog instead. */
function PromptModal({ id, user, findReturn, onStep, onClosed }: PromptModalProps) {
  const query = useQuery(promptQuery(id));
  const queryClient = useQueryClient();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const result = query.data;
  const known = result?.prompt ?? findCachedPrompt(queryClient, id);

  if (result?.kind === 'locked') {
    return (
      <LockedPromptModal prompt={result.prompt} user={user} findReturn={findReturn} onClosed={onClosed} />
    );
  }
  // Avoids opening one dialog and replacing it by another.
  if (query.isPending && known?.isLocked) return null;
  return (
    <Dialog
      variant="window"
      labelledBy={titleId}
      startRef={title}
      findReturn={findReturn}
      className={styles.dialog}
      onClosed={onClosed}
    >
      {(close) => (
        <Frame id={id} prompt={known} titleId={titleId} titleRef={title} onStep={onStep} close={close}>
          {result?.kind === 'open'
            ? (head) => <UnlockedPromptModalContent key={id} prompt={result.prompt} user={user} head={head} />
            : (head) => (
                <div className={styles.alone}>
                  {head}
                  {query.isPending ? <Spinner label="Loading prompt" /> : null}
                  {result === null ? <EmptyState icon={SearchX} title="Prompt not found" /> : null}
                  {query.isError ? <Failure onRetry={() => void query.refetch()} /> : null}
                </div>
              )}
        </Frame>
      )}
    </Dialog>
  );
}

function LockedPromptModal({
  prompt,
  user,
  ...dialog
}: Omit<PromptModalProps, 'id' | 'onStep'> & { prompt: PromptCard }) {
  return (
    <UpgradeDialog
      prompt={prompt}
      tier={user.subscriptionTier}
      favorite={
        <>
          <FavoriteButton prompt={prompt} surface="modal" isMember />
          <LazyAddToCollectionButton prompt={prompt} surface="modal" />
        </>
      }
      trial={useLockedTrial(prompt)}
      {...dialog}
    />
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  useReconnect(onRetry);
  return (
    <div role="alert" className={styles.failure}>
      <p>We couldn’t load this prompt.</p>
      <Button variant="line" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

interface FrameProps {
  id: string;
  /** What is known of it so far. */
  prompt: (PromptCard & { version?: number }) | undefined;
  titleId: string;
  titleRef: RefObject<HTMLHeadingElement | null>;
  onStep: (id: string) => void;
  close: () => void;
  children: (head: ReactNode) => ReactNode;
}

/** The bar with the call number, and the heading, the same while the text loads and after. */
function Frame({ id, prompt, titleId, titleRef, onStep, close, children }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another prompt starts at its beginning
  useEffect(() => {
    frame.current?.scrollTo(0, 0);
  }, [id]);
  return (
    <div ref={frame} className={styles.frame}>
      <div className={styles.top}>
        {prompt ? (
          <>
            <CallNumberLabel prompt={prompt} className={styles.call} />
            <TierBadge tier={prompt.tier} />
          </>
        ) : null}
        <div className={styles.tools}>
          <PreviousNext id={id} onStep={onStep} />
          <ShareLink
            key={id}
            path={paths.prompt(id)}
            title={prompt?.title ?? BRAND.name}
            noun="link"
            variant="ghost"
            isIconOnPhones
          />
          <CloseButton onClick={close} />
        </div>
      </div>
      {children(<Head key={id} prompt={prompt} titleId={titleId} titleRef={titleRef} />)}
    </div>
  );
}

/** Drawn in another place once the text is there: the focus it had while that loaded comes along. */
function Head({ prompt, titleId, titleRef }: Pick<FrameProps, 'prompt' | 'titleId' | 'titleRef'>) {
  useEffect(() => {
    if (document.activeElement === document.body) titleRef.current?.focus({ preventScroll: true });
  }, [titleRef]);
  const version = prompt?.version;
  return (
    <div>
      <h2 ref={titleRef} id={titleId} tabIndex={-1} className={styles.title}>
        {prompt?.title ?? 'Prompt'}
      </h2>
      {prompt ? (
        <>
          <p className={styles.summary}>{prompt.summary}</p>
          <p className={styles.description}>{prompt.description}</p>
          <ul className={styles.source}>
            <li>{prompt.category.name}</li>
            <li>{prompt.topic.name}</li>
            <li>{prompt.createdBy || BRAND.creator}</li>
            <li>
              <RelativeDate date={prompt.createdAt} />
            </li>
            {version === undefined ? null : (
              <li>
                Version {version} ·{' '}
                <Link to="/prompt/$id/history" params={{ id: prompt.id }}>
                  History
                </Link>
              </li>
            )}
            {prompt.isLocked ? null : (
              <SectionLinks promptId={prompt.id} commentCount={prompt.commentCount} />
            )}
          </ul>
        </>
      ) : null}
    </div>
  );
}
