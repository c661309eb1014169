import Target from 'lucide-react/icons/target';
import type { Ref } from 'react';
import type { SearchResult } from '#contract/search.ts';
import { GroupHeader } from '#web/ui/cards/group-header.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { groupCount } from './group-count.ts';
import { groupResults } from './group-results.ts';
import { ResultRow } from './result-row.tsx';
import styles from './search-results.module.css';

/** A row of prompts under a tab: the best matches stand on it before the groups. */
export const SHELF_RESULTS = 6;

interface SearchResultsProps {
  results: readonly SearchResult[];
  /** The best matches, which are not among them. */
  above: readonly SearchResult[];
  /** More results exist than are shown: the last group may go on. */
  hasMore: boolean;
  /** How many a category has in all; undefined until it is known. */
  groupTotal: (category: string) => number | undefined;
  ref?: Ref<HTMLDivElement>;
}

/** One sheet per category, under its header. */
export function SearchResults({ results, above, hasMore, groupTotal, ref }: SearchResultsProps) {
  const groups = groupResults(results);
  return (
    <div {...(ref ? { ref } : {})}>
      {groups.map(({ category, results: rows }, index) => {
        const isOpenEnded = hasMore && index === groups.length - 1;
        return (
          <section key={category.slug} className={styles.group} aria-labelledby={`group-${category.slug}`}>
            <GroupHeader
              id={`group-${category.slug}`}
              category={category.slug}
              name={category.name}
              count={groupCount({
                shown: rows.length,
                above: above.filter((result) => result.category.slug === category.slug).length,
                total: isOpenEnded ? groupTotal(category.slug) : undefined,
              })}
            />
            <ResultList results={rows} />
          </section>
        );
      })}
    </div>
  );
}

interface BestMatchesProps {
  results: readonly SearchResult[];
}

export function BestMatches({ results }: BestMatchesProps) {
  return (
    <section className={styles.group} aria-labelledby="best-matches">
      <GroupHeader
        id="best-matches"
        icon={Target}
        name="Best matches"
        count={countWithNoun(results.length, 'prompt')}
      />
      <ResultList results={results} />
    </section>
  );
}

interface CloseMatchesProps {
  /** Those that stand here; none where what follows is close matches. */
  results?: readonly SearchResult[];
}

/** Prompts that have some of the words. */
export function CloseMatches({ results }: CloseMatchesProps) {
  return (
    <section className={styles.group} aria-labelledby="close-matches">
      <h2 id="close-matches" className={styles.close}>
        Close matches
      </h2>
      <p className={styles.reason}>
        {results
          ? 'These have some of the words, but not all of them.'
          : 'No prompt has all of these words. These have some of them.'}
      </p>
      {results ? <ResultList results={results} isStandalone /> : null}
    </section>
  );
}

function ResultList({
  results,
  isStandalone = false,
}: {
  results: readonly SearchResult[];
  isStandalone?: boolean;
}) {
  return (
    <ul className={isStandalone ? `${styles.sheet} ${styles.alone}` : styles.sheet}>
      {results.map((result) => (
        <li key={result.id} className={styles.item}>
          <ResultRow result={result} />
        </li>
      ))}
    </ul>
  );
}
