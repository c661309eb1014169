import { useSyncExternalStore } from 'react';
import { isConnected, subscribeToConnection } from '#web/api/connection.ts';
import { OFFLINE_LIMITS } from '#web/api/offline-limits.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';

const { favorites, collections, texts } = OFFLINE_LIMITS;

/** Says which lists and texts are available offline; nothing where this browser keeps no copy. */
export function OfflineAvailability() {
  const isOnline = useSyncExternalStore(subscribeToConnection, isConnected, () => true);
  if (isOnline || !navigator.serviceWorker?.controller) return null;
  return (
    <Callout>
      Kept on this device: your latest {favorites} favorites and {collections} collections, with the texts of
      up to {texts} prompts.
    </Callout>
  );
}
