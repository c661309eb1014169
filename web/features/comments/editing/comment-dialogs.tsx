import { useEffect, useId, useRef, useState } from 'react';
import { type Comment, REPORT_REASONS, reportComment } from '#contract/comments.ts';
import { REPORT_REASON_NAMES } from '#contract/report-reasons.ts';
import { call } from '#web/api/call.ts';
import { isUnauthorized } from '#web/api/client.ts';
import { failureMessage } from '#web/api/messages.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import type { CommentsControl } from '../use-comments.ts';
import styles from './comment-dialogs.module.css';

interface CommentDialogsProps {
  comment: Comment;
  mode: 'read' | 'edit' | 'delete' | 'report';
  control: CommentsControl;
  onClosed: () => void;
}

export function CommentDialogs({ comment, mode, control, onClosed }: CommentDialogsProps) {
  if (mode === 'delete') return <DeleteDialog comment={comment} control={control} onClosed={onClosed} />;
  if (mode === 'report') return <ReportDialog comment={comment} onClosed={onClosed} />;
  return null;
}

type DeleteDialogProps = Omit<CommentDialogsProps, 'mode'>;

function DeleteDialog({ comment, control, onClosed }: DeleteDialogProps) {
  const [isPending, setPending] = useState(false);
  const message = useRef<HTMLParagraphElement>(null);
  const findReturn = useRef<() => HTMLElement | null>(() => null);
  const isDeleted = useRef(false);
  useEffect(() => {
    const item = message.current?.closest('article');
    const heading = item?.closest('section')?.querySelector<HTMLElement>('h2, h3') ?? null;
    // The button that was pressed goes away with the comment, before this dialog or just after it.
    findReturn.current = () => (isDeleted.current || !item?.isConnected ? heading : null);
  }, []);
  return (
    <MessageDialog
      title="Delete this comment?"
      findReturn={() => findReturn.current()}
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" onClick={close}>
            Keep it
          </Button>
          <Button
            variant="danger"
            isPending={isPending}
            pendingText="Deleting..."
            onClick={async () => {
              setPending(true);
              isDeleted.current = await control.remove(comment.id);
              close();
            }}
          >
            Delete
          </Button>
        </>
      )}
    >
      <p ref={message}>The text is deleted permanently. Replies stay.</p>
    </MessageDialog>
  );
}

interface ReportDialogProps {
  comment: Comment;
  onClosed: () => void;
}

function ReportDialog({ comment, onClosed }: ReportDialogProps) {
  const [reason, setReason] = useState<(typeof REPORT_REASONS)[number]>('spam');
  const [details, setDetails] = useState('');
  const [isPending, setPending] = useState(false);
  const isSent = useRef(false);
  const name = useId();

  async function send(close: () => void) {
    setPending(true);
    try {
      const text = details.trim();
      await call(reportComment, { id: comment.id, body: { reason, ...(text ? { details: text } : {}) } });
      isSent.current = true;
      close();
    } catch (error) {
      setPending(false);
      if (isUnauthorized(error)) return close();
      const description = failureMessage(error, 'Failed to report comment');
      toast({ title: 'Error', description, variant: 'destructive' });
    }
  }

  return (
    <MessageDialog
      title="Report this comment"
      onClosed={() => {
        if (isSent.current)
          toast({ title: 'Comment reported', description: 'Thank you. We’ll take a look.' });
        onClosed();
      }}
      actions={(close) => (
        <>
          <Button variant="line" onClick={close}>
            Cancel
          </Button>
          <Button isPending={isPending} pendingText="Sending..." onClick={() => void send(close)}>
            Report
          </Button>
        </>
      )}
    >
      <fieldset className={styles.reasons}>
        <legend className={styles.legend}>What’s wrong with it?</legend>
        {REPORT_REASONS.map((each) => (
          <label key={each} className={styles.reason}>
            <input type="radio" name={name} checked={each === reason} onChange={() => setReason(each)} />
            {REPORT_REASON_NAMES[each]}
          </label>
        ))}
      </fieldset>
      <label className={styles.details}>
        <span>Anything to add? (optional)</span>
        <textarea
          rows={2}
          maxLength={1000}
          dir="auto"
          className={fieldClass()}
          value={details}
          onChange={(event) => setDetails(event.target.value)}
        />
      </label>
    </MessageDialog>
  );
}
