import type { ReactNode } from 'react';
import styles from './docs-layout.module.css';
import { type IndexGroup, SectionIndex } from './section-index.tsx';

interface DocsLayoutProps {
  title: string;
  lead: ReactNode;
  /** The same array as long as it is the same index. */
  index: readonly IndexGroup[];
  children: ReactNode;
}

/** What pages for developers look like: the index stays beside the text. */
export function DocsLayout({ title, lead, index, children }: DocsLayoutProps) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      <SectionIndex groups={index} />
      <div className={styles.main}>{children}</div>
    </div>
  );
}
