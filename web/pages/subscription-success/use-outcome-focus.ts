import { type RefObject, useEffect, useRef } from 'react';

/** What came of the payment replaces the waiting: its heading is read at once (WCAG 4.1.3). */
export function useOutcomeFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}
