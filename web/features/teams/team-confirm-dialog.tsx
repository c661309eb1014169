import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { teamRefusal } from './team-refusal.ts';

interface TeamConfirmDialogProps {
  title: string;
  action: string;
  pendingText: string;
  variant?: 'danger' | 'primary';
  work: () => Promise<unknown>;
  onDone: () => void;
  onClosed: () => void;
  /** What will be. */
  children: ReactNode;
}

/** Asks, does it, and says why a team refused it. */
export function TeamConfirmDialog(props: TeamConfirmDialogProps) {
  const { pendingText, work, onDone, children, ...dialog } = props;
  const working = useMutation({ mutationFn: work, onSuccess: onDone });
  return (
    <ConfirmDialog
      {...dialog}
      cancel="Cancel"
      pending={{ isPending: working.isPending || working.isSuccess, text: pendingText }}
      onConfirm={() => working.mutate()}
    >
      {children}
      <div role="alert">
        {working.error ? (
          <Callout variant="danger">{teamRefusal(working.error, 'That didn’t work.')}</Callout>
        ) : null}
      </div>
    </ConfirmDialog>
  );
}
