import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';

interface Clock {
  /** Milliseconds since 1970. */
  now: number;
  /** Undefined is the viewer's own zone. */
  timeZone: 'UTC' | undefined;
  /** Whether the browser has taken over all that the server drew: from then on a page may show something else. */
  isLive: boolean;
}

const ClockContext = createContext<Clock>({ now: 0, timeZone: 'UTC', isLive: false });

const TEN_MINUTES = 600_000;

interface ClockProviderProps {
  /** When the server drew the page, ISO 8601. */
  renderedAt: string;
  children: ReactNode;
}

/**
 * One "now" for the whole page. The first rendering in the browser repeats the server's, which may come from a
 * cache; the true time and the viewer's own time zone follow. As a transition, for which React takes over the rest of the
 * page in slices; at once it would do so in one go, and a phone would not answer meanwhile.
 */
export function ClockProvider({ renderedAt, children }: ClockProviderProps) {
  const [clock, setClock] = useState<Clock>({
    now: Date.parse(renderedAt),
    timeZone: 'UTC',
    isLive: false,
  });
  useEffect(() => {
    const tick = () =>
      startTransition(() => setClock({ now: Date.now(), timeZone: undefined, isLive: true }));
    tick();
    const timer = setInterval(tick, TEN_MINUTES);
    return () => clearInterval(timer);
  }, []);
  return <ClockContext value={clock}>{children}</ClockContext>;
}

export function useClock(): Clock {
  return useContext(ClockContext);
}
