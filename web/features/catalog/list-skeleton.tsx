import type { ReactNode } from 'react';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import styles from './list-skeleton.module.css';

interface ListSkeletonProps {
  /** Category pages have a search box and chips, topic pages neither. */
  hasChips: boolean;
  /** The cards' own placeholders. */
  children: ReactNode;
}

/** A category or topic page before its data, in the geometry it will have. */
export function ListSkeleton({ hasChips, children }: ListSkeletonProps) {
  return (
    <div aria-busy="true">
      <h1 className="visually-hidden">Loading prompts</h1>
      <div aria-hidden="true">
        <Skeleton className={styles.trail} />
        <div className={styles.sign}>
          <div className={styles.text}>
            <Skeleton className={styles.title} />
            <Skeleton className={styles.description} />
          </div>
          <div className={styles.pattern} />
        </div>
        <div className={styles.tools}>
          {hasChips ? <Skeleton className={styles.search} /> : null}
          <Skeleton className={styles.sort} />
        </div>
        {hasChips ? (
          <div className={styles.chips}>
            <Skeleton className={styles.chip} />
            <Skeleton className={styles.chip} />
            <Skeleton className={styles.chip} />
            <Skeleton className={styles.chip} />
          </div>
        ) : null}
        <div className={styles.cards}>{children}</div>
      </div>
    </div>
  );
}
