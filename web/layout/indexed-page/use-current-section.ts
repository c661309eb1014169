import { useEffect, useState } from 'react';
import { currentSection } from './current-section.ts';

const topOf = (id: string): number | undefined => document.getElementById(id)?.getBoundingClientRect().top;

/**
 * The id of the section that is being read.
 * @param ids of the sections' headings, in the order of the page; the same array as long as they are the same
 * @param hash what the page's address names after `#`
 */
export function useCurrentSection(ids: readonly string[], hash: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const update = () => {
      const { clientHeight, scrollHeight } = document.documentElement;
      const sections = ids.map((id) => ({ id, top: topOf(id) ?? Number.POSITIVE_INFINITY }));
      setCurrent(
        currentSection(sections, {
          height: clientHeight,
          restTop: Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0,
          remaining: scrollHeight - clientHeight - window.scrollY,
          linkedTop: topOf(hash),
        }),
      );
    };
    // Sections that unfold move the others without scrolling. It also answers once at the beginning.
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    window.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', update);
    };
  }, [ids, hash]);
  return current;
}
