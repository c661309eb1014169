import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react';
import { nextOption } from './next-option.ts';

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

interface ComboboxList {
  /** Options in the list; without any it stays closed. */
  count: number;
  onChoose: (index: number) => void;
  /** For lists whose options can be taken out, with Delete. */
  onRemove?: ((index: number) => void) | undefined;
}

/**
 * A search field with a list by the ARIA combobox pattern: the focus stays in the field, arrows go through the list and
 * round by the field, Enter chooses, Escape closes. What the list holds may depend on whether it is open: `listOf` takes it.
 */
export function useCombobox() {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setActive] = useState<number | null>(null);

  function open() {
    setOpen(true);
    setActive(null);
  }
  function close() {
    setOpen(false);
    setActive(null);
  }
  function listOf({ count, onChoose, onRemove }: ComboboxList) {
    const isShown = isOpen && count > 0;
    // A list may get shorter while it is open.
    const active = isShown && chosen !== null && chosen < count ? chosen : null;
    /** What a key does; most are for the field itself. */
    function actionOf(key: string): (() => void) | undefined {
      const step = STEPS[key];
      if (step) return isShown ? () => setActive(nextOption(active, step, count)) : open;
      if (key === 'Escape' && isShown) return close;
      const onOption = { Enter: onChoose, Delete: onRemove }[key];
      return onOption && active !== null ? () => onOption(active) : undefined;
    }
    function onKeyDown(event: KeyboardEvent) {
      const act = event.nativeEvent.isComposing ? undefined : actionOf(event.key);
      if (!act) return;
      event.preventDefault();
      act();
    }
    return {
      isShown,
      active,
      /** Of the list: an option's id is this and its place. */
      listId: `${id}list`,
      field: {
        role: 'combobox',
        'aria-expanded': isShown,
        'aria-controls': `${id}list`,
        'aria-autocomplete': 'list',
        ...(active === null ? {} : { 'aria-activedescendant': `${id}list${active}` }),
        onKeyDown,
      },
    } as const;
  }
  return {
    isOpen,
    open,
    close,
    listOf,
    /** For the blur of what holds field and list. */
    closeOnLeave: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) close();
    },
  };
}
