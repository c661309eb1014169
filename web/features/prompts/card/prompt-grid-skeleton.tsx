import { LIMITS } from '#contract/limits.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import grid from './prompt-grid.module.css';
import styles from './prompt-grid-skeleton.module.css';

const PLACEHOLDERS = Array.from({ length: LIMITS.placeholders }, (_, index) => index);

/** Eight blank cards of a real card's size. */
export function PromptGridSkeleton() {
  return (
    <ul className={grid.grid} aria-hidden="true" data-testid="prompt-placeholders">
      {PLACEHOLDERS.map((index) => (
        <li key={index} className={styles.card}>
          <div className={styles.top}>
            <Skeleton className={styles.call} />
            <Skeleton className={styles.badge} />
          </div>
          <div className={styles.body}>
            <Skeleton className={styles.title} />
            <Skeleton className={styles.line} />
            <Skeleton className={styles.lineShort} />
            <Skeleton className={styles.topic} />
          </div>
          <div className={styles.foot}>
            <Skeleton className={styles.date} />
            <Skeleton className={styles.number} />
            <Skeleton className={styles.favorite} />
          </div>
        </li>
      ))}
    </ul>
  );
}
