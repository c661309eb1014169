import type { SearchResult } from '#contract/search.ts';
import { paths } from '#web/paths.ts';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { HighlightedText } from '#web/ui/text/highlighted-text.tsx';
import styles from './tester-results.module.css';

interface TesterResultsProps {
  results: readonly SearchResult[];
}

/** Results with the piece of content that matched, for developers. */
export function TesterResults({ results }: TesterResultsProps) {
  return (
    <ol className={styles.list}>
      {results.map((result) => (
        <li key={result.id} className={styles.item}>
          <h2 className={styles.title}>
            <a href={paths.prompt(result.id)}>
              <HighlightedText text={result.title} ranges={result.titleMarks} />
            </a>
          </h2>
          <p className={styles.snippet}>
            <HighlightedText text={result.snippet} ranges={result.snippetMarks} />
          </p>
          <p className={styles.facts}>
            <TierBadge tier={result.tier} />
            <span>
              {result.category.name} / {result.topic.name}
            </span>
            <span>{countWithNoun(result.upvotes, 'upvote')}</span>
            <span>{countWithNoun(result.favoriteCount, 'favorite')}</span>
            <AbsoluteDate date={result.createdAt} />
          </p>
        </li>
      ))}
    </ol>
  );
}
