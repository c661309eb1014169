import type { ReactNode } from 'react';
import { LIST_SORTS, type ListSort, SORT_NAMES } from '#contract/sorts.ts';
import { Select } from '#web/ui/select.tsx';
import styles from './list-tools.module.css';

const SORT_OPTIONS = LIST_SORTS.map((sort) => ({ value: sort, name: SORT_NAMES[sort] }));

interface ListToolsProps {
  sort: ListSort;
  onSort: (sort: ListSort) => void;
  /** The search box, where the list has one. */
  children?: ReactNode;
}

/** The row above a list: search on the left, sort on the right. */
export function ListTools({ sort, onSort, children }: ListToolsProps) {
  return (
    <div className={styles.tools}>
      {children}
      <Select label="Sort" value={sort} options={SORT_OPTIONS} onChange={onSort} className={styles.sort} />
    </div>
  );
}
