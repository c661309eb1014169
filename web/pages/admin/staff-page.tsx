import type { ReactNode } from 'react';
import { PageTitle } from '#web/layout/page-title.tsx';
import styles from './staff-page.module.css';

interface StaffPageProps {
  title: string;
  /** One sentence under the title. */
  lead?: ReactNode;
  children: ReactNode;
}

export function StaffPage({ title, lead, children }: StaffPageProps) {
  return (
    <div className={styles.page}>
      <PageTitle>{title}</PageTitle>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {lead ? <p className={styles.lead}>{lead}</p> : null}
      </header>
      {children}
    </div>
  );
}
