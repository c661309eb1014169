import type { ReactNode } from 'react';
import styles from './data-table.module.css';

/** Stands where a list of the back office would, when there is nothing in it. */
export function EmptyRows({ children }: { children: ReactNode }) {
  return <div className={styles.empty}>{children}</div>;
}
