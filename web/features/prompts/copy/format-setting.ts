import { useSyncExternalStore } from 'react';
import type { Format } from './copy-formats.ts';

const KEY = 'copy-format';
const listeners = new Set<() => void>();
let chosen: Format | undefined;

/** The format last chosen in this browser. */
export function chosenFormat(): Format {
  chosen ??= stored();
  return chosen;
}

function stored(): Format {
  try {
    return localStorage.getItem(KEY) === 'json' ? 'json' : 'readable';
  } catch {
    return 'readable';
  }
}

function choose(format: Format): void {
  chosen = format;
  try {
    localStorage.setItem(KEY, format);
  } catch {
    // Storage is refused: the choice holds until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** It, and the way to choose another. */
export function useFormatSetting(): [Format, (format: Format) => void] {
  return [useSyncExternalStore(subscribe, chosenFormat, () => 'readable' as const), choose];
}
