import { useEffect, useState } from 'react';
import { useClock } from '#web/ui/clock.tsx';

const LONGEST_TIMER = 2 ** 31 - 1;

/** Whether a moment is over, drawn anew when it passes. @param moment ISO 8601; null is long over */
export function useMomentPassed(moment: string | null): boolean {
  const { now } = useClock();
  const at = moment === null ? 0 : Date.parse(moment);
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const wait = at - Date.now();
    if (at === 0 || wait > LONGEST_TIMER) return;
    const timer = setTimeout(() => setPassed(at), Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [at]);
  return at <= now || passed === at;
}
