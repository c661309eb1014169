import { useSyncExternalStore } from 'react';

export interface ToastWords {
  title: string;
  description?: string;
  /** `destructive` for what failed; it is announced at once. */
  variant?: 'default' | 'destructive';
  /** The tile of a default toast: a check mark unless said. */
  icon?: 'check' | 'heart' | 'info';
}

export interface ShownToast extends ToastWords {
  id: number;
  isOpen: boolean;
}

/** Numbers of SPEC section 9; milliseconds. */
export const TOAST_LIMIT = 1;
export const TOAST_DURATION = 5000;
export const TOAST_REMOVE_DELAY = 1_000_000;

type Listener = () => void;

const NONE: readonly ShownToast[] = [];
const listeners = new Set<Listener>();
let toasts = NONE;
let lastId = 0;

/** Says something short. At most one at once: a new one replaces the one that is there. */
export function toast(words: ToastWords): void {
  lastId += 1;
  set([{ ...words, id: lastId, isOpen: true }, ...toasts].slice(0, TOAST_LIMIT));
}

/** Closes one; it is taken out of the page much later, as its way out must be drawn first. */
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
