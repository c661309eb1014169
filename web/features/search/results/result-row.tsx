import { Link } from '@tanstack/react-router';
import ArrowBigUp from 'lucide-react/icons/arrow-big-up';
import Copy from 'lucide-react/icons/copy';
import Heart from 'lucide-react/icons/heart';
import type { SearchResult } from '#contract/search.ts';
import { LockIcon } from '#web/ui/graphics/lock-icon.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import { HighlightedText } from '#web/ui/text/highlighted-text.tsx';
import { IconCount } from '#web/ui/text/icon-count.tsx';
import { OtherMatch } from './other-match.tsx';
import styles from './result-row.module.css';

interface ResultRowProps {
  result: SearchResult;
}

export function ResultRow({ result }: ResultRowProps) {
  return (
    <article
      className={styles.row}
      data-prompt-scope={result.id}
      {...(result.isLocked ? { 'data-prompt-locked': true } : {})}
    >
      <h3 className={styles.title}>
        {/* Not preloaded: moving the pointer down a list would fetch every prompt it touches. */}
        <Link to="/prompt/$id" params={{ id: result.id }} preload={false} className={styles.link} data-item>
          <HighlightedText text={result.title} ranges={result.titleMarks} />
        </Link>
      </h3>
      <p className={styles.badges}>
        <TierBadge tier={result.tier} />
        <span className={styles.topic}>
          <HighlightedText text={result.topic.name} ranges={result.topicMarks} />
        </span>
        {result.isLocked ? <LockIcon /> : null}
      </p>
      <p className={styles.description}>
        <HighlightedText text={result.summary} ranges={result.summaryMarks} />
      </p>
      {result.otherMatch ? <OtherMatch match={result.otherMatch} className={styles.match} /> : null}
      <div className={styles.numbers}>
        <IconCount value={result.favoriteCount} noun="favorite" icon={Heart} />
        <IconCount value={result.upvotes} noun="upvote" icon={ArrowBigUp} />
        <IconCount value={result.copyCount} noun="copy" icon={Copy} />
        <AbsoluteDate date={result.createdAt} />
      </div>
    </article>
  );
}
