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

const ATTRIBUTES = 'path=/; samesite=lax';

/** Over TLS not sent in the clear, and set by no other host; the server reads both names (theme-cookie.ts). */
function writeCookie(value: string, seconds: number): void {
  const isSecure = window.location.protocol === 'https:';
  const cookie = isSecure ? `__Host-theme=${value}; secure` : `theme=${value}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4
  document.cookie = `${cookie}; max-age=${seconds}; ${ATTRIBUTES}`;
}

/** The cookie lets the server render the next page in the same theme, before any script runs. */
function choose(choice: ThemeChoice): void {
  if (choice === 'system') {
    delete document.documentElement.dataset['theme'];
    writeCookie('', 0);
  } else {
    document.documentElement.dataset['theme'] = choice;
    writeCookie(choice, YEAR_IN_SECONDS);
  }
  for (const listener of listeners) listener();
}

/**
 * The theme in force and a way to change it; every caller on the page sees the same.
 * @param rendered what the server rendered the page with, so that hydration agrees
 */
export function useTheme(rendered: Theme | undefined): [ThemeChoice, (choice: ThemeChoice) => void] {
  const choice = useSyncExternalStore(subscribe, currentChoice, (): ThemeChoice => rendered ?? 'system');
  return [choice, choose];
}
