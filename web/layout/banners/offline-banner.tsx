import WifiOff from 'lucide-react/icons/wifi-off';
import { useSyncExternalStore } from 'react';
import { isConnected, subscribeToConnection } from '#web/api/connection.ts';
import styles from './banners.module.css';

/** Says that the browser is offline; the member stays signed in. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribeToConnection, isConnected, () => true);
  return (
    <div role="status" className={styles.live}>
      {isOnline ? null : (
        <p className={styles.offline}>
          <WifiOff size={16} aria-hidden />
          You’re offline. Changes won’t be saved until you reconnect.
        </p>
      )}
    </div>
  );
}
