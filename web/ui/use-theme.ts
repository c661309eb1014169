import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';
/** What was chosen; `system` is no choice. */
export type ThemeChoice = Theme | 'system';

const YEAR_IN_SECONDS = 31_536_000;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function currentChoice(): ThemeChoice {
  const theme = document.documentElement.dataset['theme'];
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** The cookie lets the server draw the next page in the same theme, before any script runs. */
function choose(choice: ThemeChoice): void {
  if (choice === 'system') {
    delete document.documentElement.dataset['theme'];
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4
    document.cookie = 'theme=; path=/; max-age=0; samesite=lax';
  } else {
    document.documentElement.dataset['theme'] = choice;
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `theme=${choice}; path=/; max-age=${YEAR_IN_SECONDS}; samesite=lax`;
  }
  for (const listener of listeners) listener();
}

/**
 * The theme in force and a way to change it; every caller on the page sees the same.
 * @param drawn what the server drew the page with, so that hydration agrees
 */
export function useTheme(drawn: Theme | undefined): [ThemeChoice, (choice: ThemeChoice) => void] {
  const choice = useSyncExternalStore(subscribe, currentChoice, (): ThemeChoice => drawn ?? 'system');
  return [choice, choose];
}
