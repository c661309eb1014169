import { useQuery, useQueryClient } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import type { User } from '#contract/account.ts';
import { BRAND } from '#contract/brand.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { findCachedPrompt } from '#web/api/cached-prompts.ts';
import { useInteraction } from '#web/api/interactions.ts';
import { useFavorite } from '#web/features/favorites/use-favorite.ts';
import { promptQuery } from '#web/features/prompts/prompt.queries.ts';
import { FavoriteToggle } from '#web/features/prompts/prompt-actions.tsx';
import { ShelfMark } from '#web/features/prompts/shelf-mark.tsx';
import { UpgradeDialog } from '#web/features/prompts/upgrade-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { CloseButton } from '#web/ui/close-button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { RelativeDate } from '#web/ui/relative-date.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import { OpenPrompt } from './open-prompt.tsx';
import styles from './prompt-modal.module.css';

interface PromptModalProps {
  id: string;
  user: User;
  findReturn: () => HTMLElement | null;
  onClosed: () => void;
}

/** One prompt over the list it was found in; above the member's tier, the upgrade dialog instead. */
export function PromptModal({ id, user, findReturn, onClosed }: PromptModalProps) {
  const query = useQuery(promptQuery(id));
  const queryClient = useQueryClient();
  const toggleFavorite = useFavorite('modal');
  const mine = useInteraction(id);
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const answer = query.data;
  const known = answer?.prompt ?? findCachedPrompt(queryClient, id);

  if (answer?.kind === 'locked') {
    return (
      <UpgradeDialog
        prompt={answer.prompt}
        tier={user.subscriptionTier}
        favorite={
          <FavoriteToggle
            prompt={answer.prompt}
            isHeld={mine.isFavorited}
            onPress={() => toggleFavorite(id)}
          />
        }
        findReturn={findReturn}
        onClosed={onClosed}
      />
    );
  }
  // Not one dialog for a moment and another one after it.
  if (query.isPending && known?.isLocked) return null;
  return (
    <Modal
      labelledBy={titleId}
      startRef={title}
      findReturn={findReturn}
      className={styles.dialog}
      onClosed={onClosed}
    >
      {(close) => (
        <Frame prompt={known} titleId={titleId} titleRef={title} close={close}>
          {answer?.kind === 'open'
            ? (head) => <OpenPrompt key={id} prompt={answer.prompt} user={user} head={head} />
            : (head) => (
                <div className={styles.alone}>
                  {head}
                  {query.isPending ? <Spinner label="Loading prompt" /> : null}
                  {answer === null ? <EmptyState icon={SearchX} title="Prompt not found" /> : null}
                  {query.isError ? <Failure onRetry={() => void query.refetch()} /> : null}
                </div>
              )}
        </Frame>
      )}
    </Modal>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className={styles.failure}>
      <p>This prompt could not be loaded.</p>
      <Button variant="line" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

interface FrameProps {
  /** What is known of it so far. */
  prompt: PromptCard | undefined;
  titleId: string;
  titleRef: RefObject<HTMLHeadingElement | null>;
  close: () => void;
  children: (head: ReactNode) => ReactNode;
}

/** The bar with the call number, and the heading, the same while the text loads and after. */
function Frame({ prompt, titleId, titleRef, close, children }: FrameProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.top}>
        {prompt ? (
          <>
            <ShelfMark prompt={prompt} />
            <TierBadge tier={prompt.tier} />
          </>
        ) : null}
        <CloseButton className={styles.close} onClick={close} />
      </div>
      {children(<Head prompt={prompt} titleId={titleId} titleRef={titleRef} />)}
    </div>
  );
}

/** Drawn in another place once the text is there: the focus it had while that loaded comes along. */
function Head({ prompt, titleId, titleRef }: Omit<FrameProps, 'close' | 'children'>) {
  useEffect(() => {
    if (document.activeElement === document.body) titleRef.current?.focus({ preventScroll: true });
  }, [titleRef]);
  return (
    <div>
      <h2 ref={titleRef} id={titleId} tabIndex={-1} className={styles.title}>
        {prompt?.title ?? 'Prompt'}
      </h2>
      {prompt ? (
        <>
          <p className={styles.description}>{prompt.description}</p>
          <ul className={styles.source}>
            <li>{prompt.category.name}</li>
            <li>{prompt.topic.name}</li>
            <li>{prompt.createdBy || BRAND.creator}</li>
            <li>
              <RelativeDate date={prompt.createdAt} />
            </li>
          </ul>
        </>
      ) : null}
    </div>
  );
}
