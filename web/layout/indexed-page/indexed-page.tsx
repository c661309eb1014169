import type { ReactNode } from 'react';
import styles from './indexed-page.module.css';
import { type IndexGroup, SectionIndex } from './section-index.tsx';

interface IndexedPageProps {
  title: string;
  lead?: ReactNode;
  /** Above the title. */
  back?: ReactNode;
  /** The same array as long as it is the same index. */
  index: readonly IndexGroup[];
  children: ReactNode;
}

/** A long page of many sections: their index stays beside them. */
export function IndexedPage({ title, lead, back, index, children }: IndexedPageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        {back}
        <h1>{title}</h1>
        {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
      </div>
      <SectionIndex groups={index} />
      <div className={styles.main}>{children}</div>
    </div>
  );
}
