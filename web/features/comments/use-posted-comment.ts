import { useEffect, useState } from 'react';
import { TOAST_DURATION } from '#web/ui/feedback/toast.ts';

/** The toast that says it is posted is gone by then. */
const MARK_MILLISECONDS = TOAST_DURATION + 1000;

/** The id of the comment posted last, while it is marked as new; and what marks one. */
export function usePostedComment(): [string | null, (id: string) => void] {
  const [postedId, setPostedId] = useState<string | null>(null);
  useEffect(() => {
    if (postedId === null) return;
    const timer = setTimeout(() => setPostedId(null), MARK_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [postedId]);
  return [postedId, setPostedId];
}
