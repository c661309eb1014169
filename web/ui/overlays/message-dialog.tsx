import { type ReactNode, useId, useRef } from 'react';
import { CloseButton } from './close-button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './message-dialog.module.css';

interface MessageDialogProps {
  title: string;
  children: ReactNode;
  /** The row of buttons at the end; `close` closes the dialog as × does. */
  actions: (close: () => void) => ReactNode;
  findReturn?: () => HTMLElement | null;
  onClosed: () => void;
}

/** A dialog with a title, a text or a few fields, and buttons. The focus starts at the title. */
export function MessageDialog({ title, children, actions, findReturn, onClosed }: MessageDialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  return (
    <Dialog
      variant="message"
      labelledBy={titleId}
      startRef={heading}
      findReturn={findReturn}
      onClosed={onClosed}
    >
      {(close) => (
        <div className={styles.sheet}>
          <CloseButton className={styles.close} onClick={close} />
          <h2 ref={heading} id={titleId} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          <div className={styles.text}>{children}</div>
          <div className={styles.actions}>{actions(close)}</div>
        </div>
      )}
    </Dialog>
  );
}
