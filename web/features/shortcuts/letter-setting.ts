import { useSyncExternalStore } from 'react';

const KEY = 'shortcut-letters';
const listeners = new Set<() => void>();

/** On unless switched off; remembered in this browser. */
export function areLettersOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

function setLettersOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Storage is refused: the switch cannot be remembered, nothing else depends on it.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Whether single letters are shortcuts (WCAG 2.1.4), and the switch. */
export function useLetterSetting(): [boolean, (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, areLettersOn, () => true), setLettersOn];
}
