import type { Tier } from '#contract/tiers.ts';
import { OFFLINE_COPY_MARKER, reportReachable } from '#web/api/connection.ts';
import { nextTask } from '#web/ui/behavior/next-task.ts';

/** By the server's route; in development there is none. */
const SERVICE_WORKER = '/sw.js';

/** Has the browser keep this member's favorites and collections for when it is offline. Whoever saves data is spared. */
export async function keepOfflineCopy(member: { id: string; tier: Tier }): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || isSavingData()) return;
  await nextTask();
  navigator.serviceWorker.onmessage = ({ data }) => {
    if (data === OFFLINE_COPY_MARKER) reportReachable(false);
  };
  try {
    await navigator.serviceWorker.register(SERVICE_WORKER, { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(member);
  } catch {
    // Refused by the browser's settings, or no network: there is no copy, or there is the last one.
  }
}

function isSavingData(): boolean {
  return 'connection' in navigator && Reflect.get(Object(navigator.connection), 'saveData') === true;
}
