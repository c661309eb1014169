/** What the service worker marks its answers with when they are this device's copy: a header, and a message. */
export const OFFLINE_COPY_MARKER = 'x-offline-copy';

type Listener = () => void;

const listeners = new Set<Listener>();
let isReachable = true;

/** Called after every request with whether the server answered at all. */
export function reportReachable(reachable: boolean): void {
  if (isReachable === reachable) return;
  isReachable = reachable;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. The browser's own events count as well: they come before any call fails. */
export function subscribeToConnection(listener: Listener): () => void {
  const onOnline = () => reportReachable(true);
  const onOffline = () => reportReachable(false);
  listeners.add(listener);
  addEventListener('online', onOnline);
  addEventListener('offline', onOffline);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', onOnline);
    removeEventListener('offline', onOffline);
  };
}

export function isConnected(): boolean {
  return isReachable && navigator.onLine;
}
