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

/** Over TLS it is not sent in the clear. The rest as the server's cookies have it. */
const attributes = () => `path=/; samesite=lax${window.location.protocol === 'https:' ? '; secure' : ''}`;

/** The cookie lets the server render the next page in the same theme, before any script runs. */
function choose(choice: ThemeChoice): void {
  if (choice === 'system') {
    delete document.documentElement.dataset['theme'];
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4
    document.cookie = `theme=; max-age=0; ${attributes()}`;
  } else {
    document.documentElement.dataset['theme'] = choice;
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `theme=${choice}; max-age=${YEAR_IN_SECONDS}; ${attributes()}`;
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
