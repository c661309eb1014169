import ArrowBigUp from 'lucide-react/icons/arrow-big-up';
import Flag from 'lucide-react/icons/flag';
import Pencil from 'lucide-react/icons/pencil';
import Reply from 'lucide-react/icons/reply';
import Trash from 'lucide-react/icons/trash-2';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Comment } from '#contract/comments.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { Avatar } from '#web/ui/graphics/avatar.tsx';
import { countWithNoun, formatCount } from '#web/ui/text/format-count.ts';
import { fullDate, relativeDate } from '#web/ui/text/format-date.ts';
import { authorLetter, authorName, authorPattern } from './author.ts';
import { isPendingComment } from './comment-changes.ts';
import styles from './comment-item.module.css';
import { CommentBox } from './editing/comment-box.tsx';
import { CommentDialogs } from './editing/comment-dialogs.tsx';
import { LazyCommentText } from './text/lazy-comment-text.ts';
import type { CommentsControl } from './use-comments.ts';
import { useHasDraft } from './use-has-draft.ts';
import { useHasPassed } from './use-has-passed.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface CommentItemProps {
  comment: Comment;
  promptId: string;
  surface: 'page' | 'modal';
  control: CommentsControl;
  isReplying: boolean;
  /** Where the draft of a reply to it is kept. */
  replyDraftKey: string;
  onReply: () => void;
}

/** One comment: who, when, what, and what can be done about it. */
export function CommentItem(props: CommentItemProps) {
  const { comment, promptId, surface, control, isReplying, replyDraftKey, onReply } = props;
  const [mode, setMode] = useState<'read' | 'edit' | 'delete' | 'report'>('read');
  const edit = useFocusAfterEditing(mode === 'edit');
  const isPending = isPendingComment(comment);
  const isPosted = control.postedId === comment.id;
  const item = useScrollTo(isPosted);
  const name = authorName(comment.user);
  if (comment.isDeleted) {
    return (
      <div className={styles.comment} id={anchorOf(surface, comment)} tabIndex={-1} data-item>
        <span className={classNames(styles.avatar, styles.blank)} aria-hidden="true" />
        <p className={styles.deleted}>deleted</p>
      </div>
    );
  }
  return (
    <article
      ref={item}
      className={classNames(styles.comment, isPending && styles.pending, isPosted && styles.posted)}
      id={anchorOf(surface, comment)}
      tabIndex={-1}
      data-item
      aria-label={`Comment by ${name}`}
      aria-busy={isPending}
    >
      <span data-category={authorPattern(comment.user)} className={styles.avatar}>
        <Avatar
          initial={authorLetter(comment.user)}
          picture={comment.user?.profileImageUrl ?? null}
          className={styles.picture}
        />
      </span>
      <div className={styles.body}>
        <p className={styles.head}>
          <strong className={styles.name}>{name}</strong>
          <CommentDate comment={comment} promptId={promptId} surface={surface} />
          {comment.editedAt ? <span className={styles.meta}>edited</span> : null}
        </p>
        {mode === 'edit' ? (
          <CommentBox
            label="Edit your comment"
            button="Save"
            pendingText="Saving..."
            rows={3}
            size="small"
            draftKey={null}
            initial={comment.content}
            isFocused
            onCancel={() => setMode('read')}
            onSubmit={async (text) => {
              const isSaved = await control.edit(comment.id, text);
              if (isSaved) setMode('read');
              return isSaved;
            }}
          />
        ) : (
          <>
            <LazyCommentText text={comment.content} />
            {isPending ? null : (
              <CommentActions
                comment={comment}
                isReplying={isReplying}
                replyDraftKey={replyDraftKey}
                onVote={() => control.toggleVote(comment)}
                onReply={onReply}
                onMode={setMode}
                editButton={edit}
              />
            )}
          </>
        )}
      </div>
      <CommentDialogs comment={comment} mode={mode} control={control} onClosed={() => setMode('read')} />
    </article>
  );
}

/** One's new comment may stand far from the box. The nearest edge: the box stays in view where there is room for both. */
function useScrollTo(isWanted: boolean): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.current?.scrollIntoView({ block: 'nearest', behavior: isReduced ? 'auto' : 'smooth' });
  }, [isWanted]);
  return element;
}

/** The button that opened the editing is not there in the meantime: another one in its place takes the focus again. */
function useFocusAfterEditing(isEditing: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    const isOver = wasEditing.current && !isEditing;
    wasEditing.current = isEditing;
    if (isOver && document.activeElement === document.body) button.current?.focus();
  }, [isEditing]);
  return button;
}

/** A page and the modal over it may both show it; an id may be there once. */
function anchorOf(surface: 'page' | 'modal', { id }: Comment): string {
  return surface === 'page' ? `comment-${id}` : `modal-comment-${id}`;
}

interface CommentDateProps {
  comment: Comment;
  promptId: string;
  surface: 'page' | 'modal';
}

/** When, and the comment's own address. */
function CommentDate({ comment, promptId, surface }: CommentDateProps) {
  const { now, timeZone } = useClock();
  const { createdAt, id } = comment;
  return (
    <a href={`${surface === 'page' ? '' : paths.prompt(promptId)}#comment-${id}`} className={styles.meta}>
      <time dateTime={createdAt} title={fullDate(createdAt, timeZone)}>
        {relativeDate(Date.parse(createdAt), now, timeZone)}
      </time>
    </a>
  );
}

interface CommentActionsProps {
  comment: Comment;
  isReplying: boolean;
  replyDraftKey: string;
  onVote: () => void;
  onReply: () => void;
  onMode: (mode: 'edit' | 'delete' | 'report') => void;
  editButton: RefObject<HTMLButtonElement | null>;
}

function CommentActions(props: CommentActionsProps) {
  const { comment, isReplying, replyDraftKey, onVote, onReply, onMode, editButton } = props;
  const hasDraft = useHasDraft(replyDraftKey, isReplying);
  const isOver = useHasPassed(comment.editableUntil);
  const votes = countWithNoun(comment.upvotes, 'upvote');
  return (
    <div className={styles.actions}>
      {comment.isOwn ? (
        <span className={styles.action}>
          <ArrowBigUp {...ICON} />
          <span aria-hidden="true">{formatCount(comment.upvotes)}</span>
          <span className="visually-hidden">{votes}</span>
        </span>
      ) : (
        <button
          type="button"
          className={classNames(styles.action, comment.hasUpvoted && styles.held)}
          aria-pressed={comment.hasUpvoted}
          aria-label={`Upvote comment, ${votes}`}
          onClick={onVote}
        >
          <ArrowBigUp {...ICON} />
          {formatCount(comment.upvotes)}
        </button>
      )}
      <button
        type="button"
        className={classNames(styles.action, isReplying && styles.pressed)}
        aria-expanded={isReplying}
        onClick={onReply}
      >
        <Reply {...ICON} />
        {hasDraft ? 'Continue reply' : 'Reply'}
      </button>
      {comment.isOwn && !isOver ? (
        <>
          <button ref={editButton} type="button" className={styles.action} onClick={() => onMode('edit')}>
            <Pencil {...ICON} size={15} />
            <span className={styles.word}>Edit</span>
          </button>
          <button type="button" className={styles.action} onClick={() => onMode('delete')}>
            <Trash {...ICON} size={15} />
            <span className={styles.word}>Delete</span>
          </button>
        </>
      ) : null}
      {comment.isOwn ? null : (
        <button
          type="button"
          className={classNames(styles.action, styles.report)}
          aria-label="Report comment"
          title="Report"
          onClick={() => onMode('report')}
        >
          <Flag {...ICON} size={15} />
        </button>
      )}
    </div>
  );
}
