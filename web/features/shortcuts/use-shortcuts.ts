import { useEffect, useEffectEvent } from 'react';
import { areLettersOn } from './letter-setting.ts';
import { findShortcut, type ShortcutId } from './shortcuts.ts';

const FIELDS =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select';

/**
 * Listens to the whole page and says which shortcut was pressed.
 * @param onShortcut returns false when there is nothing to do: the key then keeps its usual meaning
 */
export function useShortcuts(onShortcut: (id: ShortcutId) => boolean): void {
  const handle = useEffectEvent(onShortcut);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat) return;
      const target = event.target instanceof Element ? event.target : document.body;
      const shortcut = findShortcut(event, {
        isInField: target.matches(FIELDS) || (target instanceof HTMLElement && target.isContentEditable),
        isInDialog:
          document.querySelector('dialog[open]') !== null || target.closest('[role="menu"]') !== null,
        areLettersOn: areLettersOn(),
      });
      if (shortcut && handle(shortcut.id)) event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
