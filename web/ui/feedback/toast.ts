import { useSyncExternalStore } from 'react';

export interface ToastText {
  title: string;
  description?: string;
  /** `destructive` for what failed; it is announced at once. */
  variant?: 'default' | 'destructive';
  /** The tile of a default toast: a check mark by default. */
  icon?: 'check' | 'heart' | 'info';
  /** A button; `description` says to those who cannot see where it is what it does. */
  action?: { label: string; description: string; onPress: () => void };
}

export interface ShownToast extends ToastText {
  id: number;
  isOpen: boolean;
}

const TOAST_LIMIT = 1;
/** Milliseconds, as the next one. */
export const TOAST_DURATION = 5000;
export const TOAST_REMOVE_DELAY = 1_000_000;

type Listener = () => void;

const NONE: readonly ShownToast[] = [];
const listeners = new Set<Listener>();
let toasts = NONE;
let lastId = 0;

/** Says something short. At most one at once: a new one replaces the one that is there. */
export function toast(text: ToastText): void {
  lastId += 1;
  set([{ ...text, id: lastId, isOpen: true }, ...toasts].slice(0, TOAST_LIMIT));
}

/** Closes one; it is removed from the page later, after its exit animation. */
export function dismissToast(id: number): void {
  set(toasts.map((each) => (each.id === id ? { ...each, isOpen: false } : each)));
  setTimeout(() => set(toasts.filter((each) => each.id !== id)), TOAST_REMOVE_DELAY);
}

export function currentToasts(): readonly ShownToast[] {
  return toasts;
}

export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(subscribe, currentToasts, () => NONE);
}

function set(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: Listener): Listener {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
