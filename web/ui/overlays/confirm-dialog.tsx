import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { MessageDialog } from './message-dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** On the button that does it. */
  action: string;
  /** On the other button. */
  cancel?: string;
  /** `danger` where something goes. */
  variant?: 'danger' | 'primary';
  /** For work that takes time: the dialog waits for whoever shows it to take it away, else it closes at once. */
  pending?: { isPending: boolean; text: string };
  /** What goes, and what stays. */
  children: ReactNode;
  onConfirm: () => void;
  onClosed: () => void;
}

/** Asks before something that is not undone by another press. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    action,
    cancel = 'Keep',
    variant = 'danger',
    pending,
    children,
    onConfirm,
    onClosed,
  } = props;
  return (
    <MessageDialog
      title={title}
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" onClick={close}>
            {cancel}
          </Button>
          <Button
            variant={variant}
            {...(pending ? { isPending: pending.isPending, pendingText: pending.text } : {})}
            onClick={() => {
              onConfirm();
              if (!pending) close();
            }}
          >
            {action}
          </Button>
        </>
      )}
    >
      {children}
    </MessageDialog>
  );
}
