import type { ReactNode } from 'react';
import { classNames } from '../behavior/class-names.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { CategoryIcon } from '../graphics/category-icon.tsx';
import { categoryIdentity } from '../graphics/category-identity.ts';
import { Pattern } from '../graphics/pattern.tsx';
import styles from './category-card.module.css';

interface CategoryCardProps {
  /** Slug of the category. */
  category: string;
  name: string;
  /** "412 prompts". */
  count: string;
  /** Wraps the label's name into the link; the class makes the whole card its target. */
  renderLink: (name: string, className: string | undefined) => ReactNode;
}

/** A category drawn as a book cover; on phones, as a book spine in a stack. */
export function CategoryCard({ category, name, count, renderLink }: CategoryCardProps) {
  return (
    <li className={styles.card} data-category={category}>
      <Pattern category={category} className={styles.cover}>
        <span className={styles.label}>
          <span className={styles.mark}>
            <span className={styles.number} aria-hidden="true">
              {categoryIdentity(category).number}
            </span>
            <CategoryIcon slug={category} size={18} className={styles.icon} />
          </span>
          <span className={styles.name}>{renderLink(name, styles.link)}</span>
        </span>
      </Pattern>
      <span className={styles.count}>{count}</span>
    </li>
  );
}

export function CategoryCardGrid({ children }: { children: ReactNode }) {
  return <ul className={styles.grid}>{children}</ul>;
}

/** Placeholders of the same size. */
export function CategoryCardSkeletons({ count }: { count: number }) {
  return (
    <ul className={classNames(styles.grid)} aria-hidden="true" data-testid="category-placeholders">
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <li key={index} className={styles.card}>
          <div className={classNames(styles.cover, styles.blank)} />
          <Skeleton className={styles.blankCount} />
        </li>
      ))}
    </ul>
  );
}
