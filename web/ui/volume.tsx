import type { ReactNode } from 'react';
import { CategoryIcon } from './category-icon.tsx';
import { categoryMark } from './category-mark.ts';
import { classNames } from './class-names.ts';
import { Cloth } from './cloth.tsx';
import { Skeleton } from './skeleton.tsx';
import styles from './volume.module.css';

interface VolumeProps {
  /** Slug of the category. */
  category: string;
  name: string;
  /** "412 prompts". */
  count: string;
  /** Wraps the label's name into the link; the class makes the whole volume its target. */
  renderLink: (name: string, className: string | undefined) => ReactNode;
}

/** A cloth-bound volume on its shelf; on phones a spine in a stack. */
export function Volume({ category, name, count, renderLink }: VolumeProps) {
  return (
    <li className={styles.volume} data-category={category}>
      <Cloth category={category} className={styles.cover}>
        <span className={styles.label}>
          <span className={styles.mark}>
            <span className={styles.number} aria-hidden="true">
              {categoryMark(category).number}
            </span>
            <CategoryIcon slug={category} size={18} className={styles.icon} />
          </span>
          <span className={styles.name}>{renderLink(name, styles.link)}</span>
        </span>
      </Cloth>
      <span className={styles.count}>{count}</span>
    </li>
  );
}

export function VolumeShelf({ children }: { children: ReactNode }) {
  return <ul className={styles.shelf}>{children}</ul>;
}

/** As many blank volumes of a real one's size. */
export function VolumeSkeletons({ count }: { count: number }) {
  return (
    <ul className={classNames(styles.shelf)} aria-hidden="true" data-testid="volume-placeholders">
      {Array.from({ length: count }, (_, place) => place).map((place) => (
        <li key={place} className={styles.volume}>
          <div className={classNames(styles.cover, styles.blank)} />
          <Skeleton className={styles.blankCount} />
        </li>
      ))}
    </ul>
  );
}
