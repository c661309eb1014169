import { LIMITS } from '#contract/limits.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import styles from './search-skeleton.module.css';

const PLACEHOLDERS = Array.from({ length: LIMITS.placeholders }, (_, index) => index);

/** Rows of a result's size, before the first response. */
export function SearchSkeleton() {
  return (
    <ul className={styles.sheet} aria-hidden="true">
      {PLACEHOLDERS.map((index) => (
        <li key={index} className={styles.row}>
          <Skeleton className={styles.title} />
          <Skeleton className={styles.text} />
        </li>
      ))}
    </ul>
  );
}
