import { useSyncExternalStore } from 'react';
import { isConnected, subscribeToConnection } from '#web/api/connection.ts';
import { OFFLINE_LIMITS } from '#web/api/offline-limits.ts';
import { Notice } from '#web/ui/feedback/callout.tsx';

const { favorites, collections, texts } = OFFLINE_LIMITS;

/** Says what of the lists can be expected while there is no network; nothing where this browser keeps no copy. */
export function KeptOffline() {
  const isOnline = useSyncExternalStore(subscribeToConnection, isConnected, () => true);
  if (isOnline || !navigator.serviceWorker?.controller) return null;
  return (
    <Notice>
      Kept on this device: your latest {favorites} favorites and {collections} collections, with the texts of
      up to {texts} prompts.
    </Notice>
  );
}
