import type { Ref } from 'react';
import type { SearchResult } from '#contract/search.ts';
import { countWords } from '#web/ui/format-count.ts';
import { GuideTab } from '#web/ui/guide-tab.tsx';
import { groupResults } from './group-results.ts';
import { ResultRow } from './result-row.tsx';
import styles from './search-results.module.css';

interface SearchResultsProps {
  results: readonly SearchResult[];
  /** The words to highlight. */
  words: string | undefined;
  /** More results exist than are shown: the last group may go on. */
  hasMore: boolean;
  ref?: Ref<HTMLDivElement>;
  onOpen?: ((result: SearchResult) => void) | undefined;
}

/** One sheet a category, under its guide tab. */
export function SearchResults({ results, words, hasMore, ref, onOpen }: SearchResultsProps) {
  const groups = groupResults(results);
  return (
    <div {...(ref ? { ref } : {})}>
      {groups.map(({ category, results: rows }, index) => {
        const isOpenEnded = hasMore && index === groups.length - 1;
        return (
          <section key={category.slug} className={styles.group} aria-labelledby={`group-${category.slug}`}>
            <GuideTab
              id={`group-${category.slug}`}
              category={category.slug}
              name={category.name}
              count={`${countWords(rows.length, 'prompt')}${isOpenEnded ? ' so far' : ''}`}
            />
            <ul className={styles.sheet}>
              {rows.map((result) => (
                <li key={result.id} className={styles.item}>
                  <ResultRow result={result} words={words} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
