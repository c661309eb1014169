import { CategoryIcon } from './category-icon.tsx';
import { categoryMark, numberRange } from './category-mark.ts';
import { Cloth } from './cloth.tsx';
import styles from './range-sign.module.css';

interface RangeSignProps {
  /** The page's `<h1>`. */
  title: string;
  description: string;
  /** Slug of the category whose cloth hangs beside it. */
  category: string;
}

/** The sign at the end of a shelf: what stands here, and under which numbers. */
export function RangeSign({ title, description, category }: RangeSignProps) {
  return (
    <div className={styles.sign}>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p className={styles.description}>{description}</p>
      </div>
      <Cloth category={category} className={styles.cloth} aria-hidden="true">
        <span className={styles.plate}>
          <CategoryIcon slug={category} size={18} />
          {numberRange(categoryMark(category))}
        </span>
      </Cloth>
    </div>
  );
}
