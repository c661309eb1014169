import { useSyncExternalStore } from 'react';

/**
 * The element that can be reached right now: the modal dialog on top, else the body. Null on the server and in the
 * first rendering.
 */
export function useTopLayer(): HTMLElement | null {
  return useSyncExternalStore(subscribe, topLayer, () => null);
}

function topLayer(): HTMLElement {
  return [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1) ?? document.body;
}

/** Dialogs open by a method call and are often removed while open: only a mutation observer sees both. */
function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver((changes) => {
    if (changes.some(isAboutDialogs)) listener();
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}

function isAboutDialogs({ type, target, removedNodes }: MutationRecord): boolean {
  if (type === 'attributes') return target instanceof HTMLDialogElement;
  return [...removedNodes].some(
    (node) =>
      node instanceof HTMLElement && (node.matches('dialog') || node.querySelector('dialog') !== null),
  );
}
