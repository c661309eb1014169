import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Which dialog of a page is open. Kept in this tab while the page is left for a sign-in, after which it opens again.
 * @param isAllowed whether one that was open still may be
 */
export function useOpenDialog<T extends string>(
  isAllowed: (name: string) => name is T,
): [open: T | null, setOpen: (name: T | null) => void] {
  const key = `act-open:${useLocation().pathname}`;
  const [open, setOpen] = useState<T | null>(null);
  const reopen = useEffectEvent((name: string | null) => {
    if (name !== null && isAllowed(name)) setOpen(name);
  });
  useEffect(() => {
    reopen(swap(key, null));
  }, [key]);
  useEffect(() => {
    if (open === null) return;
    swap(key, open);
    // Not run where the browser leaves for another site.
    return () => {
      swap(key, null);
    };
  }, [key, open]);
  return [open, setOpen];
}

/** @returns what was kept before */
function swap(key: string, name: string | null): string | null {
  try {
    const kept = sessionStorage.getItem(key);
    if (name === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, name);
    return kept;
  } catch {
    // Storage is refused: the dialog has to be opened again.
    return null;
  }
}
