import { useSyncExternalStore } from 'react';

const KEY = 'single-key-shortcuts';
const listeners = new Set<() => void>();

/** On unless switched off; remembered in this browser. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

function setSingleKeysOn(isOn: boolean): void {
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

/** Whether single characters are shortcuts (WCAG 2.1.4), and the switch. */
export function useSingleKeySetting(): [boolean, (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, areSingleKeysOn, () => true), setSingleKeysOn];
}
