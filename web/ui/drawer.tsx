import type { ReactNode } from 'react';
import { CategoryIcon } from './category-icon.tsx';
import { CATEGORY_MARKS, type CategoryMark } from './category-mark.ts';
import { classNames } from './class-names.ts';
import { Cloth } from './cloth.tsx';
import styles from './drawer.module.css';

interface DrawerProps {
  /** The card in front. */
  children: ReactNode;
  /**
   * Wraps what a guide's tab shows into a link; its `className` must go onto the link. Without it the guides are
   * mere decoration and hidden from assistive technology.
   */
  renderTab?: (mark: CategoryMark, contents: ReactNode, className: string | undefined) => ReactNode;
  className?: string | undefined;
}

/** A pulled-out catalogue drawer: seven cloth guide cards with staggered tabs, and one card in front. */
export function Drawer({ children, renderTab, className }: DrawerProps) {
  return (
    <div className={classNames(styles.drawer, className)}>
      <ul className={styles.guides} {...(renderTab ? {} : { 'aria-hidden': true })}>
        {CATEGORY_MARKS.map((mark) => {
          const contents = (
            <>
              <CategoryIcon slug={mark.slug} />
              <span className={styles.number} aria-hidden="true">
                {mark.number}
              </span>
              {mark.name}
            </>
          );
          return (
            <li key={mark.slug} className={styles.guide} data-category={mark.slug}>
              {renderTab?.(mark, contents, styles.tab) ?? <span className={styles.tab}>{contents}</span>}
              <Cloth category={mark.slug} className={styles.card} />
            </li>
          );
        })}
      </ul>
      <div className={styles.front}>{children}</div>
    </div>
  );
}
