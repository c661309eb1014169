import { type RefObject, useEffect } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import type { ListedCard } from '#contract/search.ts';
import type { MatchRange } from '#web/ui/text/highlighted-text.tsx';

/**
 * Marks the words that a list is searched for in the titles and summaries of its cards, by the browser's highlights
 * and not by elements: every list of the library draws the same card, and only these are searched. A browser without
 * highlights shows the list without them.
 * @param list around the cards
 */
export function useMatchHighlights(
  list: RefObject<HTMLElement | null>,
  prompts: readonly (PromptCard & Pick<Partial<ListedCard>, 'match'>)[],
): void {
  useEffect(() => {
    if (typeof Highlight === 'undefined') return;
    const ranges = prompts.flatMap(({ id, title, summary, match }) => {
      const card = match && list.current?.querySelector(`[data-prompt-scope="${id}"]`);
      if (!card) return [];
      return [...rangesOf(card, title, match.titleMarks), ...rangesOf(card, summary, match.summaryMarks)];
    });
    if (ranges.length === 0) return;
    CSS.highlights.set('matched', new Highlight(...ranges));
    return () => void CSS.highlights.delete('matched');
  });
}

function rangesOf(card: Element, text: string, marks: readonly MatchRange[]): Range[] {
  if (marks.length === 0) return [];
  const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
  let node = texts.nextNode();
  while (node && node.nodeValue !== text) node = texts.nextNode();
  const found = node;
  if (!found) return [];
  return marks.map(([from, to]) => {
    const range = new Range();
    range.setStart(found, from);
    range.setEnd(found, to);
    return range;
  });
}
