/** What a form or a dialog of staff was, while its page is left for a sign-in. */
export function keepInTab(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage is full or refused: it has to be opened or typed again.
  }
}

/** @returns what was kept, once */
export function takeFromTab(key: string): string | null {
  try {
    const kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return kept;
  } catch {
    return null;
  }
}
