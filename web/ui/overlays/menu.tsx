import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../behavior/class-names.ts';
import styles from './menu.module.css';

const EDGE_PIXELS = 16;

interface MenuProps {
  /** Name of the button and of the menu. */
  label: string;
  /** What the button shows. */
  button: ReactNode;
  /** The look of the button; bare, for an avatar, when absent. */
  triggerClass?: string | undefined;
  /** The edge of the button the menu begins at; it keeps inside the window. */
  align?: 'start' | 'end';
  /** Stands above the entries and cannot be chosen. */
  header?: ReactNode;
  /** Links or buttons, drawn with `itemProps`. */
  children: (itemProps: MenuItemProps) => ReactNode;
}

export interface MenuItemProps {
  role: 'menuitem';
  tabIndex: -1;
  className: string | undefined;
  onClick: () => void;
}

/**
 * A menu button by the ARIA pattern: arrows, Home, End and letters move, Escape and Tab close. Our own, because the
 * ready-made one locks the page's scrolling through an injected style sheet, which the policy refuses.
 */
export function Menu({ label, button, triggerClass, align = 'end', header, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        setOpen(true);
      }
      return;
    }
    if (event.key === 'Tab') return setOpen(false);
    if (event.key === 'Escape') {
      // Only the menu, not a dialog around it.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      return trigger.current?.focus();
    }
    const all = items();
    const next = nextItem(all, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the button and its entries, caught in one place
    <div ref={root} className={styles.root} onKeyDown={onKeyDown}>
      <button
        ref={trigger}
        type="button"
        className={triggerClass ?? styles.trigger}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': id } : {})}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen ? (
        <div ref={keepInside} className={classNames(styles.popup, align === 'start' && styles.start)}>
          {header ? <div className={styles.header}>{header}</div> : null}
          <div id={id} role="menu" aria-label={label}>
            {children({
              role: 'menuitem',
              tabIndex: -1,
              className: styles.item,
              onClick: () => setOpen(false),
            })}
          </div>
        </div>
      ) : null}
    </div>
  );
}

/**
 * Moves a menu that would reach over an edge of the window, or of its dialog, just as far to the other side; over the lower
 * one it opens upward, where there is room.
 */
function keepInside(popup: HTMLElement | null): void {
  if (!popup) return;
  const frame = (popup.closest('dialog') ?? document.documentElement).getBoundingClientRect();
  const { left, right, bottom, height } = popup.getBoundingClientRect();
  const buttonTop = popup.parentElement?.getBoundingClientRect().top ?? 0;
  const isCut = bottom > Math.min(frame.bottom, window.innerHeight);
  if (isCut && buttonTop - height > Math.max(frame.top, 0) + EDGE_PIXELS)
    popup.classList.add(styles.above ?? '');
  const by = Math.min(0, frame.right - EDGE_PIXELS - right) || Math.max(0, frame.left + EDGE_PIXELS - left);
  if (by) popup.style.translate = `${by}px`;
}

function nextItem(items: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const elements: readonly (Element | null)[] = items;
  const at = elements.indexOf(document.activeElement);
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1) return undefined;
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return after.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
}
