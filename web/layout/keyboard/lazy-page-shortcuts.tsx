import { useEffect, useRef, useState } from 'react';
import { useUser } from '#web/features/account/account.queries.ts';
import { isField, shortcutCandidate } from '#web/features/shortcuts/shortcut-candidate.ts';
import { areSingleKeysOn } from '#web/features/shortcuts/single-key-setting.ts';
import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';

const PageShortcuts = lazyComponent(async () => (await import('./page-shortcuts.tsx')).PageShortcuts);

/** The page's keys. A member's page fetches them once it is drawn, a visitor's with the first key that may be one. */
export function LazyPageShortcuts() {
  const isMember = Boolean(useUser());
  const [isReady, setReady] = useState(false);
  const [press, setPress] = useState<KeyboardEvent | null>(null);
  const isOver = useRef(false);

  useEffect(() => {
    if (isReady) return;
    function onKeyDown(event: KeyboardEvent) {
      if (isOver.current || event.defaultPrevented || event.repeat || event.isComposing) return;
      const { isWanted, isClaimed } = shortcutCandidate(
        event,
        !areSingleKeysOn() || (event.target instanceof Element && isField(event.target)),
      );
      if (isClaimed) event.preventDefault();
      if (isWanted) setPress(event);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isReady]);

  function replay() {
    isOver.current = true;
    setReady(true);
    if (press) (press.target ?? document).dispatchEvent(new KeyboardEvent('keydown', press));
  }
  return isMember || press ? <PageShortcuts onReady={replay} /> : null;
}
