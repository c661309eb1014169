import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/account.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { wholeNumber } from '#web/ui/format-count.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { CommentBox } from './comment-box.tsx';
import { postedQuery, shownComments } from './comment-changes.ts';
import { CommentItem } from './comment-item.tsx';
import { commentsQuery } from './comments.queries.ts';
import styles from './comments-panel.module.css';
import { type Thread, threadOf, toThreads } from './threads.ts';
import { type CommentsControl, useComments } from './use-comments.ts';

interface CommentsPanelProps {
  promptId: string;
  /** All of them, replies included. */
  count: number;
  user: User;
  place: 'page' | 'modal';
}

/** The heading with the count, the threads, and the box: above them on the page, under them in the modal. */
export function CommentsPanel({ promptId, count, user, place }: CommentsPanelProps) {
  const control = useComments(promptId, user, place);
  const isModal = place === 'modal';
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
        onSubmit={(content) => control.post({ content, parentId: null, threadId: null })}
      />
    </div>
  );
  return (
    <section className={classNames(styles.panel, isModal && styles.modal)} aria-label="Comments">
      <div className={styles.scroll}>
        <Heading className={styles.heading} tabIndex={-1}>
          Comments <span className={styles.count}>{wholeNumber(count)}</span>
        </Heading>
        {isModal ? null : box}
        <Threads promptId={promptId} user={user} place={place} control={control} />
      </div>
      {isModal ? box : null}
    </section>
  );
}

interface ThreadsProps {
  promptId: string;
  user: User;
  place: 'page' | 'modal';
  control: CommentsControl;
}

function Threads({ promptId, user, place, control }: ThreadsProps) {
  const query = useInfiniteQuery(commentsQuery(promptId));
  const { data: posted = [] } = useQuery(postedQuery(promptId));
  /** The comment whose reply box is open: one at a time. */
  const [replyTo, setReplyTo] = useState<string | null>(null);
  if (query.isPending) return <Spinner label="Loading comments" />;
  if (!query.data) {
    return (
      <div role="alert" className={styles.failure}>
        <p>The comments could not be loaded.</p>
        <Button variant="line" size="small" onClick={() => void query.refetch()}>
          Try Again
        </Button>
      </div>
    );
  }
  const threads = toThreads(shownComments(query.data, posted));
  if (threads.length === 0) return <p className={styles.empty}>No comments yet. Be the first to comment!</p>;
  return (
    <>
      <ol className={styles.threads}>
        {threads.map((thread) => (
          <ThreadView
            key={thread.first.id}
            thread={thread}
            draftPrefix={`draft:${user.id}:${promptId}`}
            common={{ promptId, place, control }}
            replyTo={replyTo}
            onReplyTo={setReplyTo}
          />
        ))}
      </ol>
      {query.hasNextPage ? (
        <Button
          variant="line"
          size="small"
          className={styles.more}
          isPending={query.isFetchingNextPage}
          pendingText="Loading..."
          onClick={() => void query.fetchNextPage()}
        >
          Load more comments
        </Button>
      ) : null}
    </>
  );
}

interface ThreadViewProps {
  thread: Thread;
  draftPrefix: string;
  common: { promptId: string; place: 'page' | 'modal'; control: CommentsControl };
  replyTo: string | null;
  onReplyTo: (id: string | null) => void;
}

function ThreadView({ thread, draftPrefix, common, replyTo, onReplyTo }: ThreadViewProps) {
  const { first, replies } = thread;
  const item = (comment: Thread['first']) => (
    <>
      <CommentItem
        {...common}
        comment={comment}
        isReplying={replyTo === comment.id}
        onReply={() => onReplyTo(replyTo === comment.id ? null : comment.id)}
      />
      {replyTo === comment.id ? (
        <div className={styles.reply}>
          <CommentBox
            label="Write a reply..."
            button="Reply"
            pendingText="Posting..."
            rows={2}
            size="small"
            draftKey={`${draftPrefix}:${comment.id}`}
            isFocused
            onCancel={() => onReplyTo(null)}
            onSubmit={async (content) => {
              // What is replied to: the thread's first comment may be deleted, and then takes no replies.
              const isPosted = await common.control.post({
                content,
                parentId: comment.id,
                threadId: threadOf(first),
              });
              if (isPosted) onReplyTo(null);
              return isPosted;
            }}
          />
        </div>
      ) : null}
    </>
  );
  return (
    <li className={styles.thread}>
      {item(first)}
      {replies.length > 0 ? (
        <ol className={styles.replies}>
          {replies.map((reply) => (
            <li key={reply.id}>{item(reply)}</li>
          ))}
        </ol>
      ) : null}
    </li>
  );
}
