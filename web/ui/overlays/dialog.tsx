import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { classNames } from '../behavior/class-names.ts';
import styles from './dialog.module.css';

interface DialogProps {
  /**
   * `window`: as large as its class says, a sheet at the bottom on phones. `message`: a question or a short form.
   * `drawer`: full height, from the left.
   */
  variant: 'window' | 'message' | 'drawer';
  /** Id of the element that names it, or the name itself. */
  labelledBy?: string;
  label?: string;
  className?: string | undefined;
  /** Receives the focus first; the browser chooses when absent. */
  startRef?: RefObject<HTMLElement | null>;
  /** Where the focus goes afterwards, when there is a better place than what had it before. */
  findReturn?: (() => HTMLElement | null) | undefined;
  children: (close: () => void) => ReactNode;
  onClosed: () => void;
}

/**
 * The one modal dialog: open from when it is drawn until `onClosed`. The browser keeps the page behind it inert; Escape
 * and the backdrop close it as the contents' own button does, and the focus returns to what had it.
 */
export function Dialog({
  variant,
  labelledBy,
  label,
  className,
  startRef,
  findReturn,
  children,
  onClosed,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const returnFocus = useEffectEvent((opener: Element | null) => {
    const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
    const fallback = isThere ? opener : document.querySelector<HTMLElement>('main');
    (findReturn?.() ?? fallback)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    markScrollbar();
    element?.showModal();
    startRef?.current?.focus({ preventScroll: true });
    return () => {
      // Removed while open, by the Back button for instance: the browser would not return the focus itself.
      if (element?.open) element.close();
      returnFocus(opener);
    };
  }, [startRef]);
  const close = () => dialog.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to close is Escape, which the browser handles
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, styles[variant], className)}
      aria-labelledby={labelledBy}
      aria-label={label}
      data-variant={variant}
      onClose={(event) => {
        // The close event of a dialog inside this one bubbles through React's tree.
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

/**
 * Before a dialog locks the page: marks on `<html>` whether a scrollbar takes room, so that its width is kept while it
 * is hidden. Where it takes none, keeping room for it would move the page.
 */
function markScrollbar(): void {
  const root = document.documentElement;
  // While another dialog is open the page is locked already, and the mark is right.
  if (document.querySelector('dialog[open]')) return;
  root.toggleAttribute('data-scrollbar', window.innerWidth > root.clientWidth);
}
