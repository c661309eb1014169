import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { MessageDialog } from './message-dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** On the button. */
  action: string;
  /** What goes, and what stays. */
  children: ReactNode;
  onConfirm: () => void;
  onClosed: () => void;
}

/** Asks before something is cleared, or ended, for good. */
export function ConfirmDialog({ title, action, children, onConfirm, onClosed }: ConfirmDialogProps) {
  return (
    <MessageDialog
      title={title}
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" onClick={close}>
            Keep
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onConfirm();
              close();
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
