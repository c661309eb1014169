import { useEffect, useEffectEvent } from 'react';
import { isConnected, subscribeToConnection } from './connection.ts';

/** While nothing answers, the browser itself may think that it is connected: then only asking tells. */
const ASK_EVERY_MILLISECONDS = 15_000;

/** Tries again what failed: when the connection is back, and now and then while the page is looked at. */
export function useReconnect(retry: () => void): void {
  const again = useEffectEvent(retry);
  useEffect(() => {
    const stop = subscribeToConnection(() => {
      if (isConnected()) again();
    });
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) again();
    }, ASK_EVERY_MILLISECONDS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
}
