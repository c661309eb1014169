import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { MessageDialog } from './message-dialog.tsx';

interface ClearDialogProps {
  title: string;
  /** On the button. */
  action?: string;
  /** What goes, and what stays. */
  children: ReactNode;
  onClear: () => void;
  onClosed: () => void;
}

/** Asks before something is cleared, or ended, for good. */
export function ClearDialog({ title, action = 'Clear', children, onClear, onClosed }: ClearDialogProps) {
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
              onClear();
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
