import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

/** For whatever dialog is open. */
export interface OpenDialogProps {
  onClosed: () => void;
  /** The page is left for a sign-in: afterwards, the dialog opens again. */
  onSignIn: () => void;
}

/**
 * Which dialog of a page is open.
 * @param isAllowed whether one that was open before a sign-in still may be
 */
export function useOpenDialog<T extends string>(
  isAllowed: (name: string) => name is T,
): [open: T | null, setOpen: (name: T) => void, dialog: OpenDialogProps] {
  const key = `act-open:${useLocation().pathname}`;
  const [open, setOpen] = useState<T | null>(null);
  const reopen = useEffectEvent((name: string | null) => {
    if (name !== null && isAllowed(name)) setOpen(name);
  });
  useEffect(() => {
    reopen(swap(key, null));
  }, [key]);
  const onClosed = () => {
    // After a failure it may have been kept for a sign-in that nobody began.
    swap(key, null);
    setOpen(null);
  };
  return [open, setOpen, { onClosed, onSignIn: () => swap(key, open) }];
}

/** @returns what was kept in this tab before */
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
