import { useEffect, useRef, useState } from 'react';
import { useUser } from '#web/features/account/account.queries.ts';
import { isField, shortcutCandidate } from '#web/features/shortcuts/shortcut-candidate.ts';
import { areSingleKeysOn } from '#web/features/shortcuts/single-key-setting.ts';
import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';

const PageShortcuts = lazyComponent(async () => (await import('./page-shortcuts.tsx')).PageShortcuts);

/** The page's keys. A member's page fetches them once it is drawn, a visitor's with the first key that may be one. */
export function LazyPageShortcuts() {
  const isMember = Boolean(useUser());
  const [isAsked, setAsked] = useState(false);
  /** Null once the keys are listened to. */
  const presses = useRef<KeyboardEvent[] | null>([]);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const before = presses.current;
      if (!before || event.defaultPrevented || event.repeat || event.isComposing) return;
      const { isWanted, isClaimed } = shortcutCandidate(
        event,
        !areSingleKeysOn() || (event.target instanceof Element && isField(event.target)),
      );
      if (isClaimed) event.preventDefault();
      if (isWanted) {
        before.push(event);
        setAsked(true);
      }
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  function replay() {
    const before = presses.current ?? [];
    presses.current = null;
    for (const press of before) {
      (press.target ?? document).dispatchEvent(new KeyboardEvent('keydown', press));
    }
  }
  return isMember || isAsked ? <PageShortcuts onReady={replay} /> : null;
}
