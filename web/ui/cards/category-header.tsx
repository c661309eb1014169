import { CategoryIcon } from '../graphics/category-icon.tsx';
import { categoryIdentity, numberRange } from '../graphics/category-identity.ts';
import { Pattern } from '../graphics/pattern.tsx';
import styles from './category-header.module.css';

interface CategoryHeaderProps {
  /** The page's `<h1>`. */
  title: string;
  description: string;
  /** Slug of the category whose pattern is shown. */
  category: string;
}

/** The heading of a list page: title, description, and the category's range of call numbers on its pattern. */
export function CategoryHeader({ title, description, category }: CategoryHeaderProps) {
  return (
    <div className={styles.header}>
      <div className={styles.text}>
        <h1>{title}</h1>
        <p className={styles.description}>{description}</p>
      </div>
      <Pattern category={category} className={styles.pattern} aria-hidden="true">
        <span className={styles.plate}>
          <CategoryIcon slug={category} size={18} />
          {numberRange(categoryIdentity(category))}
        </span>
      </Pattern>
    </div>
  );
}
