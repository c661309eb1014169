import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import option from '#web/ui/forms/option.module.css';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { HighlightedText } from '#web/ui/text/highlighted-text.tsx';
import styles from './palette.module.css';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';

interface PaletteProps {
  groups: readonly PaletteGroup[];
  text: string;
  onText: (text: string) => void;
  /** The field hears the keys now. */
  onFocus: () => void;
  /** More may come: what was searched for is on its way. */
  isBusy: boolean;
  /** The search found no prompt. */
  isNothingFound: boolean;
  onClosed: () => void;
}

/**
 * Everything there is to go to, from the keyboard: a combobox by the ARIA pattern whose list is always open. The focus
 * stays in the field; arrows move, Enter opens, Ctrl/⌘ Enter copies a prompt.
 */
export function Palette({ groups, text, onText, onFocus, isBusy, isNothingFound, onClosed }: PaletteProps) {
  // What the arrows chose stays chosen where later results move it; before they were used, the first is.
  const [activeId, setActiveId] = useState<string>();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const items = groups.flatMap((group) => group.items);
  const at = Math.max(
    0,
    items.findIndex((item) => item.id === activeId),
  );
  const chosen = items[at];
  const found = items.filter(({ isAlways }) => !isAlways).length;
  // Actions that are always there are no results of a search.
  const isEmpty = found === 0 && (isNothingFound || items.length === 0);
  const announcement = found > 0 ? countWithNoun(found, 'result') : isEmpty ? 'No results' : '';

  function onKeyDown(event: KeyboardEvent, close: () => void) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setActiveId(items[(at + (event.key === 'ArrowDown' ? 1 : items.length - 1)) % items.length]?.id);
    }
    // Otherwise the browser clears the field first.
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen) run(chosen, event.ctrlKey || event.metaKey, close);
    }
  }
  function run(item: PaletteItem, isCopy: boolean, close: () => void) {
    if (isCopy && !item.onCopy) return;
    // The clipboard first: it is open to the press alone.
    if (isCopy) item.onCopy?.();
    if (!item.isStaying) close();
    if (!isCopy) item.onOpen();
  }

  return (
    <Dialog
      variant="window"
      label="Command palette"
      className={styles.dialog}
      startRef={input}
      onClosed={onClosed}
    >
      {(close) => (
        <div className={styles.frame}>
          <div className={styles.search}>
            <SearchField
              ref={input}
              label="Go to a prompt, a category or an action"
              placeholder="Go to a prompt, a category or an action"
              size="large"
              className={items.length > 0 ? styles.field : undefined}
              maxLength={LIMITS.searchTextCharacters}
              value={text}
              role="combobox"
              aria-expanded={items.length > 0}
              aria-controls={`${id}list`}
              aria-autocomplete="list"
              {...(chosen ? { 'aria-activedescendant': `${id}${at}` } : {})}
              onChange={(event) => {
                onText(event.target.value);
                setActiveId(undefined);
              }}
              onFocus={onFocus}
              onKeyDown={(event) => onKeyDown(event, close)}
            />
          </div>
          {isBusy && found === 0 ? <p className={styles.none}>Searching...</p> : null}
          {!isBusy && isEmpty ? <p className={styles.none}>No results found</p> : null}
          <div
            id={`${id}list`}
            role="listbox"
            aria-label="Results"
            aria-busy={isBusy}
            className={styles.list}
            hidden={items.length === 0}
          >
            <Groups
              groups={groups}
              id={id}
              active={at}
              onChoose={(item, isCopy) => run(item, isCopy, close)}
            />
          </div>
          <p className={styles.foot}>
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> choose
            </span>
            <span>
              <kbd>Enter</kbd> open
            </span>
            {chosen?.onCopy ? (
              <span>
                <kbd>Ctrl/⌘</kbd> <kbd>Enter</kbd> copy, or fill in
              </span>
            ) : null}
            <span>
              <kbd>Esc</kbd> close
            </span>
          </p>
          <p className="visually-hidden" role="status">
            {isBusy ? '' : announcement}
          </p>
        </div>
      )}
    </Dialog>
  );
}

interface GroupsProps {
  groups: readonly PaletteGroup[];
  id: string;
  active: number;
  onChoose: (item: PaletteItem, isCopy: boolean) => void;
}

function Groups({ groups, id, active, onChoose }: GroupsProps) {
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0),
  );
  return groups.map((group, index) => (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a list, not of fields
    <div key={group.name} role="group" aria-label={group.name}>
      <p className={styles.heading} aria-hidden="true">
        {group.name}
      </p>
      {group.items.map((item, offset) => {
        const position = (starts[index] ?? 0) + offset;
        return (
          <Option
            key={item.id}
            id={`${id}${position}`}
            item={item}
            isActive={position === active}
            onChoose={(isCopy) => onChoose(item, isCopy)}
          />
        );
      })}
    </div>
  ));
}

interface OptionProps {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  onChoose: (isCopy: boolean) => void;
}

function Option({ id, item, isActive, onChoose }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keys and the focus
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className={classNames(option.option, isActive && option.active)}
      // Pressing must not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
    >
      <span className={styles.icon}>{item.icon}</span>
      <span className={option.label}>
        <HighlightedText text={item.label} ranges={item.matchRanges ?? []} />
      </span>
      {item.note}
    </div>
  );
}
