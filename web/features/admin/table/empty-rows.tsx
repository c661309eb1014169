import type { ReactNode } from 'react';
import styles from './data-table.module.css';

/** Shown instead of an empty list of the back office. */
export function EmptyRows({ children }: { children: ReactNode }) {
  return <div className={styles.empty}>{children}</div>;
}
