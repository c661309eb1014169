import ArrowBigUp from 'lucide-react/icons/arrow-big-up';
import Copy from 'lucide-react/icons/copy';
import Heart from 'lucide-react/icons/heart';
import type { SearchResult } from '#contract/search.ts';
import { paths } from '#web/paths.ts';
import { AbsoluteDate } from '#web/ui/absolute-date.tsx';
import { Count } from '#web/ui/count.tsx';
import { Highlight } from '#web/ui/highlight.tsx';
import { onPlainClick } from '#web/ui/plain-click.ts';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import styles from './result-row.module.css';

interface ResultRowProps {
  result: SearchResult;
  /** The words to highlight. */
  words: string | undefined;
  onOpen?: ((result: SearchResult) => void) | undefined;
}

export function ResultRow({ result, words, onOpen }: ResultRowProps) {
  return (
    <article
      className={styles.row}
      data-prompt-scope={result.id}
      {...(result.isLocked ? { 'data-prompt-locked': true } : {})}
    >
      <h3 className={styles.title}>
        <a
          href={paths.prompt(result.id)}
          className={styles.link}
          data-item
          onClick={onPlainClick(onOpen && (() => onOpen(result)))}
        >
          <Highlight text={result.title} search={words} />
        </a>
      </h3>
      <p className={styles.badges}>
        <TierBadge tier={result.tier} />
        <span className={styles.topic}>{result.topic.name}</span>
      </p>
      <p className={styles.description}>
        <Highlight text={result.description} search={words} />
      </p>
      <div className={styles.numbers}>
        <Count value={result.favoriteCount} noun="favorite" icon={Heart} />
        <Count value={result.upvotes} noun="upvote" icon={ArrowBigUp} />
        <Count value={result.copyCount} noun="copy" icon={Copy} />
        <AbsoluteDate date={result.createdAt} />
      </div>
    </article>
  );
}
