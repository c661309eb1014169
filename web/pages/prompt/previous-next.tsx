import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import styles from './prompt-modal.module.css';

interface PromptStepsProps {
  id: string;
  onStep: (id: string) => void;
}

/** To the prompts before and after this one in the list behind it, by button and by arrow key. */
export function PreviousNext({ id, onStep }: PromptStepsProps) {
  const root = useRef<HTMLDivElement>(null);
  const [around, setAround] = useState<{ previous?: string | undefined; next?: string | undefined }>({});
  useEffect(() => {
    const look = () => {
      const ids = listedPrompts();
      const index = ids.indexOf(id);
      const [previous, next] = index === -1 ? [] : [ids[index - 1], ids[index + 1]];
      setAround((last) => (last.previous === previous && last.next === next ? last : { previous, next }));
    };
    look();
    // The list may come after the dialog, and a trial begun here opens what was locked in it.
    const list = new MutationObserver(look);
    list.observe(document.querySelector('main') ?? document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-prompt-locked'],
    });
    return () => list.disconnect();
  }, [id]);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.key === 'ArrowLeft' ? around.previous : around.next;
    if (!target || !isOurs(event, root.current)) return;
    event.preventDefault();
    onStep(target);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  if (!around.previous && !around.next) return null;
  const step = (target: string | undefined) => ({
    'aria-disabled': target === undefined,
    onClick: () => {
      if (target) onStep(target);
    },
  });
  return (
    <div ref={root} className={styles.steps}>
      <Button variant="ghost" size="small" isIcon aria-label="Previous prompt" {...step(around.previous)}>
        <ChevronLeft aria-hidden />
      </Button>
      <Button variant="ghost" size="small" isIcon aria-label="Next prompt" {...step(around.next)}>
        <ChevronRight aria-hidden />
      </Button>
    </div>
  );
}

/** The prompts of the list on the page, as far as it is loaded. Locked ones have no text to go to. */
function listedPrompts(): string[] {
  const links = document.querySelectorAll('main [data-prompt-scope]:not([data-prompt-locked]) [data-item]');
  return [...links].flatMap((link) => {
    const scope = link.closest<HTMLElement>('[data-prompt-scope]');
    return scope?.dataset['promptScope'] ?? [];
  });
}

/** What arrows move in by themselves: fields, the format's radio buttons, menus, wide tables. */
const USES_ARROW_KEYS =
  'input, textarea, select, [role="menu"], [aria-haspopup="menu"], section[tabindex="0"]';

function isOurs(event: KeyboardEvent, root: HTMLElement | null): boolean {
  const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (!isArrow || hasModifier || event.defaultPrevented) return false;
  const top = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (!top?.contains(root)) return false;
  return !(event.target instanceof Element && event.target.closest(USES_ARROW_KEYS));
}
