import type { SearchResult } from '#contract/search.ts';
import { paths } from '#web/paths.ts';
import { AbsoluteDate } from '#web/ui/absolute-date.tsx';
import { countWords } from '#web/ui/format-count.ts';
import { Highlight } from '#web/ui/highlight.tsx';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import styles from './tester-results.module.css';

interface TesterResultsProps {
  results: readonly SearchResult[];
  /** The words to highlight. */
  words: string | undefined;
}

/** Results with the piece of content that matched, for developers. */
export function TesterResults({ results, words }: TesterResultsProps) {
  return (
    <ol className={styles.list}>
      {results.map((result) => (
        <li key={result.id} className={styles.item}>
          <h2 className={styles.title}>
            <a href={paths.prompt(result.id)}>
              <Highlight text={result.title} search={words} />
            </a>
          </h2>
          <p className={styles.snippet}>
            <Highlight text={result.snippet} search={words} />
          </p>
          <p className={styles.facts}>
            <TierBadge tier={result.tier} />
            <span>
              {result.category.name} / {result.topic.name}
            </span>
            <span>{countWords(result.upvotes, 'upvote')}</span>
            <span>{countWords(result.favoriteCount, 'favorite')}</span>
            <AbsoluteDate date={result.createdAt} />
          </p>
        </li>
      ))}
    </ol>
  );
}
