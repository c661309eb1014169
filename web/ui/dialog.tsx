import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { CloseButton } from './close-button.tsx';
import styles from './dialog.module.css';
import { noteScrollbar } from './note-scrollbar.ts';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** The row of buttons at the end; `close` closes the dialog as × does. */
  actions: (close: () => void) => ReactNode;
  /** Where the focus goes afterwards, when there is a better place than what had it before. */
  findReturn?: () => HTMLElement | null;
  onClosed: () => void;
}

/**
 * Modal from the moment it is drawn until `onClosed`. The browser keeps the page behind it inert; Escape, × and
 * the backdrop close it, and focus returns to what had it before.
 */
export function Dialog({ title, children, actions, findReturn, onClosed }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const returnTo = useEffectEvent((opener: Element | null) => {
    const known = opener instanceof HTMLElement && opener.isConnected ? opener : null;
    (findReturn?.() ?? known)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    noteScrollbar();
    element?.showModal();
    const unlock = lockPage();
    heading.current?.focus();
    return () => {
      unlock();
      // Taken away while open, by a navigation for instance: the browser would not return the focus itself.
      if (element?.open) element.close();
      returnTo(opener);
    };
  }, []);
  const close = () => dialog.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to close is Escape, which the browser handles
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onClose={onClosed}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className={styles.sheet}>
        <CloseButton className={styles.close} onClick={close} />
        <h2 ref={heading} id={titleId} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        <div className={styles.text}>{children}</div>
        <div className={styles.actions}>{actions(close)}</div>
      </div>
    </dialog>
  );
}

/** The page behind stays where it is, and keeps its width where scrollbars take room. */
function lockPage(): () => void {
  const { style, clientWidth } = document.documentElement;
  if (window.innerWidth > clientWidth) style.scrollbarGutter = 'stable';
  style.overflow = 'hidden';
  return () => {
    style.overflow = '';
    style.scrollbarGutter = '';
  };
}
