import type { SearchResult } from '#contract/search.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { HighlightedText } from '#web/ui/text/highlighted-text.tsx';
import styles from './other-match.module.css';

const LABELS = {
  content: 'In the prompt',
  keyword: 'Keyword',
  category: 'Category',
  description: 'Description',
};

interface OtherMatchProps {
  match: NonNullable<SearchResult['otherMatch']>;
  /** On a card: a few lines. */
  isShort?: boolean;
  className?: string | undefined;
}

/** Where a searched word stands that neither title nor summary has. */
export function OtherMatch({ match, isShort = false, className }: OtherMatchProps) {
  const { field, text, marks } = match;
  return (
    <p className={classNames(styles.match, isShort && styles.short, className)}>
      {LABELS[field]}: <HighlightedText text={text} ranges={marks} />
    </p>
  );
}
