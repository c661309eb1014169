import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import styles from './breadcrumb.module.css';

interface BreadcrumbProps {
  /** Links from the top down; the page itself is not among them. */
  trail: readonly { key: string; link: ReactNode }[];
  current: string;
}

export function Breadcrumb({ trail, current }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className={styles.breadcrumb}>
      <ol className={styles.list}>
        {trail.map(({ key, link }) => (
          <li key={key} className={styles.step}>
            {link}
            <ChevronRight size={14} aria-hidden />
          </li>
        ))}
        <li className={styles.current} aria-current="page">
          {current}
        </li>
      </ol>
    </nav>
  );
}
