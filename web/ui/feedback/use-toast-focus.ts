import { type RefObject, useEffect, useRef } from 'react';

/**
 * The focus of the region of toasts. Escape in there closes the toast and nothing else: an open dialog around it would
 * take the key for its own. And once the toast is gone the focus goes back to where F8 was pressed.
 * @param isAnyOpen a toast is there
 */
export function useToastFocus(region: RefObject<HTMLElement | null>, isAnyOpen: boolean): void {
  const origin = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && region.current?.contains(target) === true;
    function recordOrigin({ target, relatedTarget }: FocusEvent) {
      if (!isInside(target) || isInside(relatedTarget)) return;
      if (relatedTarget instanceof HTMLElement) origin.current = relatedTarget;
    }
    // At the window, after the toast itself: it takes a prevented key for one that is not meant for it.
    function keepDialog(event: KeyboardEvent) {
      if (event.key === 'Escape' && region.current && event.composedPath().includes(region.current)) {
        event.preventDefault();
      }
    }
    document.addEventListener('focusin', recordOrigin);
    window.addEventListener('keydown', keepDialog);
    return () => {
      document.removeEventListener('focusin', recordOrigin);
      window.removeEventListener('keydown', keepDialog);
    };
  }, [region]);

  useEffect(() => {
    if (isAnyOpen) return;
    const { activeElement } = document;
    const isLeft = activeElement === document.body || region.current?.contains(activeElement);
    if (isLeft && origin.current?.isConnected) origin.current.focus({ preventScroll: true });
    origin.current = null;
  }, [isAnyOpen, region]);
}
