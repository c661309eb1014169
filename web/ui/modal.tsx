import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './modal.module.css';
import { noteScrollbar } from './note-scrollbar.ts';

interface ModalProps {
  /** Id of the element that names it, or the name itself. */
  labelledBy?: string;
  label?: string;
  /** Its size; on phones it is a sheet as wide as the screen. */
  className?: string | undefined;
  /** Receives the focus first; the browser chooses when absent. */
  startRef?: RefObject<HTMLElement | null>;
  /** Where the focus goes afterwards, when there is a better place than what had it before. */
  findReturn?: () => HTMLElement | null;
  children: (close: () => void) => ReactNode;
  onClosed: () => void;
}

/**
 * A bare modal dialog: open from the moment it is drawn until `onClosed`. The browser keeps the page behind it inert;
 * Escape and the backdrop close it as the contents' own button does, and focus returns.
 */
export function Modal({
  labelledBy,
  label,
  className,
  startRef,
  findReturn,
  children,
  onClosed,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latestReturn = useRef(findReturn);
  useEffect(() => {
    latestReturn.current = findReturn;
  });
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    noteScrollbar();
    element?.showModal();
    startRef?.current?.focus({ preventScroll: true });
    return () => {
      // Taken away while open, by the Back button for instance: the browser would not return the focus itself.
      if (element?.open) element.close();
      const known = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
      const place =
        latestReturn.current?.() ?? (known ? opener : document.querySelector<HTMLElement>('main'));
      place?.focus({ preventScroll: true });
    };
  }, [startRef]);
  const close = () => dialog.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to close is Escape, which the browser handles
    <dialog
      ref={dialog}
      className={classNames(styles.modal, className)}
      aria-labelledby={labelledBy}
      aria-label={label}
      onClose={(event) => {
        if (event.target === event.currentTarget) onClosed();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      {children(close)}
    </dialog>
  );
}
