import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { keepInTab, takeFromTab } from './kept-in-tab.ts';

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
    reopen(takeFromTab(key));
  }, [key]);
  const onClosed = () => {
    // After a failure it may have been kept for a sign-in that nobody began.
    takeFromTab(key);
    setOpen(null);
  };
  const onSignIn = () => {
    if (open !== null) keepInTab(key, open);
  };
  return [open, setOpen, { onClosed, onSignIn }];
}
