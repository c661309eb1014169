import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '#web/ui/behavior/class-names.ts';
import optionStyles from '#web/ui/forms/option.module.css';
import styles from './search-popup.module.css';

interface SearchPopupProps {
  listId: string;
  /** Of the list. */
  label: string;
  isShown: boolean;
  isStale?: boolean;
  /** Above the list: what is to know about it. */
  note?: ReactNode;
  /** Rows, and groups of them. */
  children?: ReactNode;
}

/** The list under a search field; always in the document, which the field refers to. */
export function SearchPopup({ listId, label, isShown, isStale = false, note, children }: SearchPopupProps) {
  return (
    <div className={classNames(styles.popup, isStale && styles.stale)} hidden={!isShown}>
      {isShown && note ? <p className={styles.note}>{note}</p> : null}
      <div id={listId} role="listbox" aria-label={label} aria-busy={isStale}>
        {isShown ? children : null}
      </div>
    </div>
  );
}

interface PopupRowProps {
  listId: string;
  index: number;
  active: number | null;
  icon: ReactNode;
  /** At the right end. */
  end?: ReactNode;
  onChoose: (index: number) => void;
  children: ReactNode;
}

/** An option. It never takes the focus: the field's keys move among them. */
export function PopupRow({ listId, index, active, icon, end, onChoose, children }: PopupRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keys and the focus
    <div
      id={`${listId}${index}`}
      role="option"
      aria-selected={index === active}
      className={classNames(optionStyles.option, index === active && optionStyles.active)}
      // Pressing must not take the focus from the field; choosing happens on release, as with any button.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      onClick={() => onChoose(index)}
    >
      <span className={styles.icon}>{icon}</span>
      <span className={optionStyles.label}>{children}</span>
      {end}
    </div>
  );
}
