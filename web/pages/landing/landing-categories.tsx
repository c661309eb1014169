import { Link } from '@tanstack/react-router';
import type { Category } from '#contract/catalog.ts';
import { CategoryIcon } from '#web/ui/graphics/category-icon.tsx';
import { categoryIdentity } from '#web/ui/graphics/category-identity.ts';
import { Pattern } from '#web/ui/graphics/pattern.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import styles from './landing-categories.module.css';

interface LandingCategoriesProps {
  categories: readonly Category[];
  titleId: string;
}

/** The title takes the first cell of a 4×2 grid, so that the seven cards fill it. */
export function LandingCategories({ categories, titleId }: LandingCategoriesProps) {
  return (
    <div className={styles.grid}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          Seven categories, one catalog
        </h2>
        <p className={styles.note}>Browse by category, then by topic.</p>
      </div>
      {categories.map((category) => (
        <article key={category.id} className={styles.card} data-category={category.slug}>
          <Pattern category={category.slug} className={styles.pattern}>
            <span className={styles.plate}>
              <CategoryIcon slug={category.slug} size={18} />
              <span className={styles.number} aria-hidden="true">
                {categoryIdentity(category.slug).number}
              </span>
            </span>
          </Pattern>
          <div className={styles.text}>
            <h3 className={styles.name}>
              <Link to="/category/$slug" params={{ slug: category.slug }} className={styles.link}>
                {category.name}
              </Link>
            </h3>
            <p className={styles.description}>{category.description}</p>
            <p className={styles.count}>{countWithNoun(category.promptCount, 'prompt')}</p>
          </div>
        </article>
      ))}
    </div>
  );
}
