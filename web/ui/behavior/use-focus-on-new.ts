import { useEffect, useRef } from 'react';

/**
 * After a press on "Load More" the focus goes on to the first item it brought, else it would stay at the end of
 * the list, behind everything new.
 * @param count items drawn now; each holds one element marked `data-item`
 */
export function useFocusOnNew<List extends HTMLElement = HTMLDivElement>(count: number) {
  const list = useRef<List>(null);
  const itemsBefore = useRef<ReadonlySet<HTMLElement> | null>(null);
  const itemsOf = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is looked for when there are more items.
  useEffect(() => {
    const before = itemsBefore.current;
    const first = before && itemsOf().find((item) => !before.has(item));
    if (!first) return;
    itemsBefore.current = null;
    first.focus();
  }, [count]);
  return {
    list,
    expectMore: () => {
      itemsBefore.current = new Set(itemsOf());
    },
    expectNothing: () => {
      itemsBefore.current = null;
    },
  };
}
