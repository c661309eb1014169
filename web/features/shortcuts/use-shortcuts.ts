import { useEffect, useEffectEvent } from 'react';
import { isField } from './shortcut-candidate.ts';
import { findShortcut, type ShortcutId } from './shortcut-table.ts';
import { areSingleKeysOn } from './single-key-setting.ts';

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
        isInField: isField(target),
        isInDialog:
          document.querySelector('dialog[open]') !== null || target.closest('[role="menu"]') !== null,
        areSingleKeysOn: areSingleKeysOn(),
      });
      if (shortcut && handle(shortcut.id)) event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
