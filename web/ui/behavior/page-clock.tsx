import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

interface Clock {
  /** Milliseconds since 1970. */
  now: number;
  /** Undefined is the viewer's own zone. */
  timeZone: string | undefined;
}

const ClockContext = createContext<Clock>({ now: 0, timeZone: 'UTC' });

const TEN_MINUTES = 600_000;

interface ClockProviderProps {
  /** When the server drew the page, ISO 8601. */
  renderedAt: string;
  children: ReactNode;
}

/**
 * One "now" for the whole page. The first rendering in the browser repeats the server's, which may come from a
 * cache; the true time and the viewer's own time zone follow at once.
 */
export function ClockProvider({ renderedAt, children }: ClockProviderProps) {
  const [clock, setClock] = useState<Clock>({ now: Date.parse(renderedAt), timeZone: 'UTC' });
  useEffect(() => {
    const tick = () => setClock({ now: Date.now(), timeZone: undefined });
    tick();
    const timer = setInterval(tick, TEN_MINUTES);
    return () => clearInterval(timer);
  }, []);
  return <ClockContext value={clock}>{children}</ClockContext>;
}

export function useClock(): Clock {
  return useContext(ClockContext);
}
