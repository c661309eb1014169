import type { ReactNode } from 'react';
import { LIST_SORTS, type ListSort, SORT_NAMES } from '#contract/sorts.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import styles from './list-toolbar.module.css';

const SORT_OPTIONS = LIST_SORTS.map((sort) => ({ value: sort, name: SORT_NAMES[sort] }));

interface ListToolbarProps {
  sort: ListSort;
  onSort: (sort: ListSort) => void;
  /** Absent for visitors, who have no favorites to show. */
  favorites?: { isOnly: boolean; onChange: (isOnly: boolean) => void } | undefined;
  /** The search box, where the list has one. */
  children?: ReactNode;
}

/** The row above a list: search on the left, sort on the right. */
export function ListToolbar({ sort, onSort, favorites, children }: ListToolbarProps) {
  return (
    <div className={styles.tools}>
      {children}
      {favorites ? (
        <Checkbox label="My Favorites Only" isChecked={favorites.isOnly} onChange={favorites.onChange} />
      ) : null}
      <Select label="Sort" value={sort} options={SORT_OPTIONS} onChange={onSort} className={styles.sort} />
    </div>
  );
}
