import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether any of an element is on the screen; true until that is known. */
export function useInView<Each extends HTMLElement>(): [RefObject<Each | null>, boolean] {
  const element = useRef<Each>(null);
  const [isInSight, setInSight] = useState(true);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) =>
      setInSight(entries.at(-1)?.isIntersecting ?? true),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, isInSight];
}
