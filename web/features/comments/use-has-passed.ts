import { useEffect, useState } from 'react';
import { useClock } from '#web/ui/behavior/page-clock.tsx';

const MAX_TIMER_MILLISECONDS = 2 ** 31 - 1;

/** Whether a point in time is past; renders again when it passes. @param timestamp ISO 8601; null is past */
export function useHasPassed(timestamp: string | null): boolean {
  const { now } = useClock();
  const at = timestamp === null ? 0 : Date.parse(timestamp);
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const wait = at - Date.now();
    if (at === 0 || wait > MAX_TIMER_MILLISECONDS) return;
    const timer = setTimeout(() => setPassed(at), Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [at]);
  return at <= now || passed === at;
}
