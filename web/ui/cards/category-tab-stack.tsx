import type { ReactNode } from 'react';
import { classNames } from '../behavior/class-names.ts';
import { CategoryIcon } from '../graphics/category-icon.tsx';
import { CATEGORY_IDENTITIES, type CategoryIdentity } from '../graphics/category-identity.ts';
import { Pattern } from '../graphics/pattern.tsx';
import styles from './category-tab-stack.module.css';

interface CategoryTabStackProps {
  /** The card in front. */
  children: ReactNode;
  /** Wraps the contents of a divider's tab in a link; its `className` must go onto the link. */
  renderTab: (identity: CategoryIdentity, contents: ReactNode, className: string | undefined) => ReactNode;
  /** What the list of links is. */
  label: string;
  className?: string | undefined;
}

/** An open card-catalog drawer: one divider per category with staggered tabs, and one card in front. */
export function CategoryTabStack({ children, renderTab, label, className }: CategoryTabStackProps) {
  return (
    <div className={classNames(styles.drawer, className)}>
      <ul className={styles.dividers} aria-label={label}>
        {CATEGORY_IDENTITIES.map((identity) => {
          const contents = (
            <>
              <CategoryIcon slug={identity.slug} />
              <span className={styles.number} aria-hidden="true">
                {identity.number}
              </span>
              {identity.name}
            </>
          );
          return (
            <li key={identity.slug} className={styles.divider} data-category={identity.slug}>
              {renderTab(identity, contents, styles.tab)}
              <Pattern category={identity.slug} className={styles.card} />
            </li>
          );
        })}
      </ul>
      <div className={styles.front}>{children}</div>
    </div>
  );
}
