import type { LucideIcon } from 'lucide-react';
import { CategoryIcon } from '../graphics/category-icon.tsx';
import styles from './group-header.module.css';

interface GroupHeaderProps {
  /** Slug of the category whose icon is shown; none without one. */
  category?: string;
  /** Instead of the category's. */
  icon?: LucideIcon;
  /** The heading (level 2). */
  name: string;
  /** "3 prompts", next to the tab. */
  count: string;
  id: string;
}

/** The heading of a group of results: a tab attached to the sheet that follows it. */
export function GroupHeader({ category, icon: Icon, name, count, id }: GroupHeaderProps) {
  return (
    <div className={styles.row} data-category={category}>
      <h2 id={id} className={styles.tab}>
        {Icon ? <Icon size={18} strokeWidth={1.75} aria-hidden /> : null}
        {category ? <CategoryIcon slug={category} size={18} /> : null}
        {name}
      </h2>
      <p className={styles.count}>{count}</p>
    </div>
  );
}
