import * as Toast from '@radix-ui/react-toast';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Heart from 'lucide-react/icons/heart';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../behavior/class-names.ts';
import { useTopLayer } from '../overlays/use-top-layer.ts';
import { dismissToast, type ShownToast, TOAST_DURATION, useToasts } from './toast.ts';
import styles from './toaster.module.css';
import { useToastFocus } from './use-toast-focus.ts';

const LISTENING_MILLISECONDS = 250;

const ICONS = { check: Check, heart: Heart, info: Info } as const;

/**
 * Where toasts appear, once on every page. Drawn by the browser only: the parts it is made of carry inline styles,
 * which the policy refuses in HTML but not from a script. An open modal dialog makes all else inert, so the region
 * moves into it; as a popover it keeps its corner of the window while the dialog is moving.
 */
export function Toaster() {
  const toasts = useToasts();
  const container = useTopLayer();
  const region = useClockRepair(toasts);
  useLayoutEffect(() => {
    if (container) region.current?.showPopover?.();
  }, [container, region]);
  useToastFocus(
    region,
    toasts.some(({ isOpen }) => isOpen),
  );
  if (!container) return null;
  return createPortal(
    <Toast.Provider
      label="Notification"
      duration={TOAST_DURATION}
      swipeDirection="right"
      swipeThreshold={50}
      announcerContainer={container}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <Toast.Viewport asChild label="Notifications ({hotkey})" hotkey={['F8']}>
        <div ref={region} className={styles.viewport} popover="manual" />
      </Toast.Viewport>
    </Toast.Provider>,
    container,
  );
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const isDestructive = toast.variant === 'destructive';
  const Icon = isDestructive ? CircleAlert : ICONS[toast.icon ?? 'check'];
  return (
    <Toast.Root
      asChild
      open={toast.isOpen}
      type={isDestructive ? 'foreground' : 'background'}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast(toast.id);
      }}
    >
      {/* Radix announces the text separately; the role names the element for those who navigate to it. */}
      <div
        role={isDestructive ? 'alert' : 'status'}
        aria-live="off"
        className={classNames(styles.toast, isDestructive && styles.destructive)}
      >
        <span className={styles.tile} aria-hidden="true">
          <Icon size={16} strokeWidth={2.25} />
        </span>
        <div className={styles.text}>
          <Toast.Title className={styles.title}>{toast.title}</Toast.Title>
          {toast.description ? (
            <Toast.Description className={styles.description}>{toast.description}</Toast.Description>
          ) : null}
        </div>
        {toast.action ? (
          <Toast.Action
            className={styles.action}
            altText={toast.action.description}
            onClick={toast.action.onPress}
          >
            {toast.action.label}
          </Toast.Action>
        ) : null}
        <Toast.Close className={styles.close} aria-label="Close notification">
          <X size={16} aria-hidden />
        </Toast.Close>
      </div>
    </Toast.Root>
  );
}

/**
 * Radix stops the clock at the window's blur and at focus or pointer in the region, and starts it at their end. Two
 * ends escape it: a hidden tab that keeps its focus, and a toast that goes away under the focus or the pointer, after
 * which the next one would stay for ever.
 */
function useClockRepair(toasts: readonly ShownToast[]): RefObject<HTMLDivElement | null> {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!toasts.some(({ isOpen }) => isOpen)) return;
    const follow = () => window.dispatchEvent(new Event(document.hidden ? 'blur' : 'focus'));
    // The region adds its listeners in a rendering that may come late.
    const timer = setTimeout(() => {
      const isHeld = region.current?.contains(document.activeElement) || region.current?.matches(':hover');
      if (document.hidden || !isHeld) follow();
    }, LISTENING_MILLISECONDS);
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [toasts]);
  return region;
}
