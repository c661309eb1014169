import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/account.ts';
import { useReconnect } from '#web/api/use-reconnect.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { useFocusOnNew } from '#web/ui/behavior/use-focus-on-new.ts';
import { LoadMore } from '#web/ui/feedback/load-more.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import { addedQuery, shownComments } from './comment-changes.ts';
import { commentsQuery } from './comments.queries.ts';
import styles from './comments-panel.module.css';
import { CommentBox } from './editing/comment-box.tsx';
import { LazyCommentText } from './text/lazy-comment-text.ts';
import { ThreadView } from './thread-view.tsx';
import { toThreads } from './threads.ts';
import { type CommentsControl, useComments } from './use-comments.ts';
import { useLinkedComment } from './use-linked-comment.ts';

interface CommentsPanelProps {
  promptId: string;
  /** All of them, replies included. */
  count: number;
  user: User;
  surface: 'page' | 'modal';
}

/** The heading with the count, the threads, and the box: above them on the page, under them in the modal. */
export function CommentsPanel({ promptId, count, user, surface }: CommentsPanelProps) {
  const control = useComments(promptId, user, surface);
  const isModal = surface === 'modal';
  const Heading = isModal ? 'h3' : 'h2';
  const box = (
    <div className={styles.box}>
      <CommentBox
        label="Add a comment..."
        button="Post Comment"
        pendingText="Posting..."
        rows={isModal ? 2 : 3}
        size={isModal ? 'small' : 'medium'}
        draftKey={`draft:${user.id}:${promptId}`}
        onFocus={() => void LazyCommentText.preload()}
        onSubmit={(content) => control.post({ content, parentId: null, threadId: null })}
      />
    </div>
  );
  return (
    <section
      className={classNames(styles.panel, isModal && styles.modal)}
      aria-label="Comments"
      // Else, on phones, it would cover the new comment and the boxes to write the next one.
      data-toasts={control.postedId === null ? undefined : 'top'}
    >
      <div className={styles.scroll}>
        <Heading className={styles.heading} tabIndex={-1}>
          Comments <span className={styles.count}>{wholeNumber(count)}</span>
        </Heading>
        {isModal ? null : box}
        <Threads promptId={promptId} count={count} user={user} surface={surface} control={control} />
      </div>
      {isModal ? box : null}
    </section>
  );
}

interface ThreadsProps {
  promptId: string;
  count: number;
  user: User;
  surface: 'page' | 'modal';
  control: CommentsControl;
}

function Threads({ promptId, count, user, surface, control }: ThreadsProps) {
  const query = useInfiniteQuery(commentsQuery(promptId));
  const { data: added = [] } = useQuery(addedQuery(promptId));
  /** The comment whose reply box is open: one at a time. */
  const [replyTo, setReplyTo] = useState<string | null>(null);
  const comments = shownComments(query.data, added);
  const focus = useFocusOnNew<HTMLOListElement>(comments.length);
  const isLinkedGone = useLinkedComment(promptId, surface === 'page' && query.isSuccess);
  if (query.isPending) return <Spinner label="Loading comments" />;
  if (!query.data) return <Failure onRetry={() => void query.refetch()} />;
  const threads = toThreads(comments);
  const gone = <div role="status">{isLinkedGone ? <LinkedGone /> : null}</div>;
  if (threads.length === 0) {
    return (
      <>
        {gone}
        {isLinkedGone ? null : <p className={styles.empty}>No comments yet. Be the first to comment!</p>}
      </>
    );
  }
  async function loadMore() {
    focus.expectMore();
    const result = await query.fetchNextPage();
    if (result.isError) focus.expectNothing();
  }
  return (
    <>
      {gone}
      <ol ref={focus.list} className={styles.threads}>
        {threads.map((thread) => (
          <ThreadView
            key={thread.first.id}
            thread={thread}
            draftPrefix={`draft:${user.id}:${promptId}`}
            common={{ promptId, surface, control }}
            replyTo={replyTo}
            onReplyTo={setReplyTo}
          />
        ))}
      </ol>
      {query.hasNextPage || query.data.pages.length > 1 ? (
        <LoadMore
          shown={comments.filter(({ isDeleted }) => !isDeleted).length}
          total={count}
          noun="comment"
          hasMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          isFailed={query.isFetchNextPageError}
          isShown
          onLoad={() => void loadMore()}
        >
          Show more comments
        </LoadMore>
      ) : null}
    </>
  );
}

/** Comes into view, as the comment would. */
function LinkedGone() {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <p ref={element} className={styles.gone}>
      The comment you followed a link to is no longer here.
    </p>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  useReconnect(onRetry);
  return (
    <div role="alert" className={styles.failure}>
      <p>We couldn’t load the comments.</p>
      <Button variant="line" size="small" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
