import { CategoryIcon } from './category-icon.tsx';
import styles from './guide-tab.module.css';

interface GuideTabProps {
  /** Slug of the category the tab stands for. */
  category: string;
  /** The heading (level 2). */
  name: string;
  /** "3 prompts", beside the tab. */
  count: string;
  id: string;
}

/** The tab of a guide card, fused to the sheet that follows it. */
export function GuideTab({ category, name, count, id }: GuideTabProps) {
  return (
    <div className={styles.row} data-category={category}>
      <h2 id={id} className={styles.tab}>
        <CategoryIcon slug={category} size={18} />
        {name}
      </h2>
      <p className={styles.count}>{count}</p>
    </div>
  );
}
