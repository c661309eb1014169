import { CATEGORY_MARKS } from '#web/ui/graphics/category-identity.ts';
import { Pattern } from '#web/ui/graphics/pattern.tsx';
import styles from './book-spines.module.css';

/** One book spine per category. Decoration, left out on narrow screens. */
export function BookSpines() {
  return (
    <div className={styles.row} aria-hidden="true">
      {CATEGORY_MARKS.map((mark) => (
        <Pattern key={mark.slug} category={mark.slug} className={styles.spine}>
          <span className={styles.label}>
            <span className={styles.number}>{mark.number}</span>
            {mark.name}
          </span>
        </Pattern>
      ))}
    </div>
  );
}
