import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { teamRefusal } from './team-refusal.ts';

interface ConfirmDialogProps {
  title: string;
  action: string;
  pendingText: string;
  variant?: 'danger';
  work: () => Promise<unknown>;
  onDone: () => void;
  onClosed: () => void;
  /** What will be. */
  children: ReactNode;
}

/** Asks before something that is not undone by another press. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, pendingText, variant, work, onDone, onClosed, children } = props;
  const working = useMutation({ mutationFn: work, onSuccess: onDone });
  return (
    <MessageDialog
      title={title}
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" onClick={close}>
            Cancel
          </Button>
          <Button
            {...(variant ? { variant } : {})}
            isPending={working.isPending || working.isSuccess}
            pendingText={pendingText}
            onClick={() => working.mutate()}
          >
            {action}
          </Button>
        </>
      )}
    >
      {children}
      <div role="alert">
        {working.error ? (
          <Callout variant="danger">{teamRefusal(working.error, 'That didn’t work.')}</Callout>
        ) : null}
      </div>
    </MessageDialog>
  );
}
