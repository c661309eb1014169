import { CATEGORY_IDENTITIES } from '#web/ui/graphics/category-identity.ts';
import { Pattern } from '#web/ui/graphics/pattern.tsx';
import styles from './book-spines.module.css';

/** One book spine per category. Decoration, left out on narrow screens. */
export function BookSpines() {
  return (
    <div className={styles.row} aria-hidden="true">
      {CATEGORY_IDENTITIES.map((category) => (
        <Pattern key={category.slug} category={category.slug} className={styles.spine}>
          <span className={styles.label}>
            <span className={styles.number}>{category.number}</span>
            {category.name}
          </span>
        </Pattern>
      ))}
    </div>
  );
}
