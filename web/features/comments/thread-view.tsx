import { CommentItem } from './comment-item.tsx';
import styles from './comments-panel.module.css';
import { CommentBox } from './editing/comment-box.tsx';
import { type Thread, threadOf } from './threads.ts';
import type { CommentsControl } from './use-comments.ts';

interface ThreadViewProps {
  thread: Thread;
  draftPrefix: string;
  common: { promptId: string; surface: 'page' | 'modal'; control: CommentsControl };
  replyTo: string | null;
  onReplyTo: (id: string | null) => void;
}

/** A thread's first comment, the replies to it, and the box for one more. */
export function ThreadView({ thread, draftPrefix, common, replyTo, onReplyTo }: ThreadViewProps) {
  const { first, replies } = thread;
  const item = (comment: Thread['first'], draftKey = `${draftPrefix}:${comment.id}`) => (
    <>
      <CommentItem
        {...common}
        comment={comment}
        isReplying={replyTo === comment.id}
        replyDraftKey={draftKey}
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
            draftKey={draftKey}
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
    <li>
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
