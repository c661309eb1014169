import { CATEGORY_MARKS } from '#web/ui/category-mark.ts';
import { Cloth } from '#web/ui/cloth.tsx';
import styles from './spines.module.css';

/** The library's volumes on their board. Decoration, left out on narrow screens. */
export function Spines() {
  return (
    <div className={styles.shelf} aria-hidden="true">
      {CATEGORY_MARKS.map((mark) => (
        <Cloth key={mark.slug} category={mark.slug} className={styles.spine}>
          <span className={styles.label}>
            <span className={styles.number}>{mark.number}</span>
            {mark.name}
          </span>
        </Cloth>
      ))}
    </div>
  );
}
