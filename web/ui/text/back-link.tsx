import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import styles from './back-link.module.css';

/** One step back, above a page's heading. The caller renders the link or button itself. */
export function BackLink({ children }: { children: (className: string | undefined) => ReactNode }) {
  return (
    <div className={styles.row}>
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden className={styles.arrow} />
      {children(styles.link)}
    </div>
  );
}
