import { useEffect, useState } from 'react';

/**
 * Text that survives leaving the page, in this browser; blank text is forgotten.
 * @param key null keeps nothing
 */
export function useDraft(key: string | null, initial = ''): [string, (text: string) => void] {
  const [text, setText] = useState(initial);
  useEffect(() => {
    const stored = key ? readDraft(key) : null;
    // Only now: the server drew the box empty.
    if (stored) setText(stored);
  }, [key]);
  return [
    text,
    (next) => {
      setText(next);
      if (key) write(key, next);
    },
  ];
}

export function readDraft(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    if (text.trim()) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // Storage is full or refused: the draft lives as long as the box.
  }
}
