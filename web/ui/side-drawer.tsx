import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './side-drawer.module.css';

interface SideDrawerProps {
  /** Name of the drawer. */
  label: string;
  /** Beside the close button. */
  head: ReactNode;
  children: ReactNode;
  onClosed: () => void;
}

/**
 * Slides in from the left; modal from the moment it is drawn until `onClosed`. Escape, × and the page behind close
 * it, and the focus returns to what opened it.
 */
export function SideDrawer({ label, head, children, onClosed }: SideDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      if (element?.open) element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const close = () => dialog.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to close is Escape, which the browser handles
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label={label}
      onClose={onClosed}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          {head}
          <Button variant="ghost" isIcon aria-label="Close menu" onClick={close}>
            <X aria-hidden />
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
