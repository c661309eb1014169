import { useEffect, useState } from 'react';
import { readDraft } from '#web/ui/behavior/use-draft.ts';

/** Whether a box that is closed holds text. @param key where its draft is kept */
export function useHasDraft(key: string, isOpen: boolean): boolean {
  const [hasDraft, setHasDraft] = useState(false);
  useEffect(() => setHasDraft(!isOpen && readDraft(key) !== null), [key, isOpen]);
  return hasDraft;
}
