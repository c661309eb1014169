import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a list whose focused entry may disappear, such as a removed favorite: the focus moves to the entry that takes its
 * position, or to the page's heading once the list is empty. It would fall back to the top of the page otherwise.
 * @param count entries rendered now; each holds one element marked `data-item`
 */
export function useKeepFocus(count: number): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const index = useRef<number | null>(null);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const remember = () => {
      const items = [...element.querySelectorAll('li')];
      const at = items.findIndex((item) => item.contains(document.activeElement));
      index.current = at === -1 ? null : at;
    };
    const forget = (event: FocusEvent) => {
      // A focus that moved elsewhere is no longer ours; one that was lost is.
      if (event.relatedTarget instanceof Node && !element.contains(event.relatedTarget)) index.current = null;
    };
    element.addEventListener('focusin', remember);
    element.addEventListener('focusout', forget);
    return () => {
      element.removeEventListener('focusin', remember);
      element.removeEventListener('focusout', forget);
    };
  }, []);

  const countBefore = useRef(count);
  useEffect(() => {
    const isFewer = count < countBefore.current;
    countBefore.current = count;
    if (!isFewer || index.current === null || document.activeElement !== document.body) return;
    const items = list.current?.querySelectorAll<HTMLElement>('[data-item]');
    const next = items?.item(Math.min(index.current, items.length - 1));
    const heading = document.querySelector('h1');
    if (next) return next.focus();
    if (heading) heading.tabIndex = -1;
    heading?.focus();
  }, [count]);

  return list;
}
