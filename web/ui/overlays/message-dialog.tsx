import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { CloseButton } from './close-button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './message-dialog.module.css';

interface MessageDialogProps {
  title: string;
  children: ReactNode;
  /** The row of buttons at the end; `close` closes the dialog as × does. */
  actions: (close: () => void) => ReactNode;
  /** Receives the focus first, where a form is all there is to do; otherwise the title. */
  startRef?: RefObject<HTMLElement | null>;
  findReturn?: () => HTMLElement | null;
  onClosed: () => void;
}

/** A dialog with a title, a text or a few fields, and buttons. */
export function MessageDialog({
  title,
  children,
  actions,
  startRef,
  findReturn,
  onClosed,
}: MessageDialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  return (
    <Dialog
      variant="message"
      labelledBy={titleId}
      startRef={startRef ?? heading}
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
