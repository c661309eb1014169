import { useEffect, useRef } from 'react';

/**
 * After a press on "Load More" the focus goes on to the first item it brought, else it would stay at the end of
 * the list, behind everything new.
 * @param count items drawn now; each holds one element marked `data-item`
 */
export function useFocusOnNew(count: number) {
  const list = useRef<HTMLDivElement>(null);
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    const before = countBefore.current;
    if (before === null || count <= before) return;
    countBefore.current = null;
    list.current?.querySelectorAll<HTMLElement>('[data-item]').item(before)?.focus();
  }, [count]);
  return {
    list,
    expectMore: () => {
      countBefore.current = count;
    },
    expectNothing: () => {
      countBefore.current = null;
    },
  };
}
