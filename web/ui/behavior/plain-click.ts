import type { MouseEvent } from 'react';

/**
 * A handler for a real link that does something else on a plain click. Clicks that ask for a new tab, a new
 * window or a download stay the browser's.
 */
export function onPlainClick(action: (() => void) | undefined) {
  return (event: MouseEvent) => {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!action || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    action();
  };
}
