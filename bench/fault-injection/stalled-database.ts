import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../constant-rate-load.ts';
import type { ResultRow } from '../result-row.ts';
import { formatTally, hasOnlyStatuses, startLoadedApp } from './loaded-app.ts';
import { signalAll, treeOf } from './process-tree.ts';

const HUNG_SECONDS = 12;
const SLOW_SECONDS = 10;
/** Milliseconds of every hundred in which the database runs. */
const AWAKE_MILLISECONDS = 20;

/** Every process of the database is suspended, with all connections open: nothing refuses, nothing answers. */
export async function hangDatabase(): Promise<ResultRow[]> {
  const loadedApp = await startLoadedApp();
  try {
    await loadedApp.untilWritten();
    loadedApp.count();
    const server = await treeOf(loadedApp.database.pid);
    signalAll(server, 'SIGSTOP');
    await sleep(HUNG_SECONDS * 1000);
    const { page, search, comment } = loadedApp.count();
    signalAll(server, 'SIGCONT');
    const recoveryTime = await loadedApp.untilWritten();
    const { acknowledged, lost } = await loadedApp.countLostWrites();
    const slowest = percentile(
      [...search.times, ...comment.times].sort((a, b) => a - b),
      1,
    );
    return [
      {
        label: `The database hangs for ${HUNG_SECONDS} s: pages; searches; comments`,
        result: `${formatTally(page)}; ${formatTally(search)}; ${formatTally(comment)}`,
        threshold: 'kept pages 200, the rest 503 within 4 s',
        passes:
          hasOnlyStatuses(page, [200]) &&
          hasOnlyStatuses(search, [200, 503]) &&
          hasOnlyStatuses(comment, [200, 201, 503]) &&
          slowest < 4000,
      },
      {
        label: 'It goes on: the next comment is taken after; lost of those acknowledged',
        result: `${Math.round(recoveryTime)} ms; ${lost} of ${acknowledged}`,
        threshold: '≤ 5 s; 0',
        passes: recoveryTime <= 5000 && lost === 0,
      },
    ];
  } finally {
    await loadedApp.stop();
  }
}

/** The database is stopped four fifths of the time, as on a machine that is far too busy. */
export async function slowDatabase(): Promise<ResultRow[]> {
  const loadedApp = await startLoadedApp();
  try {
    await loadedApp.untilWritten();
    loadedApp.count();
    const server = await treeOf(loadedApp.database.pid);
    const end = performance.now() + SLOW_SECONDS * 1000;
    while (performance.now() < end) {
      signalAll(server, 'SIGSTOP');
      await sleep(100 - AWAKE_MILLISECONDS);
      signalAll(server, 'SIGCONT');
      await sleep(AWAKE_MILLISECONDS);
    }
    const { page, search, comment } = loadedApp.count();
    const { acknowledged, lost } = await loadedApp.countLostWrites();
    return [
      {
        label: `The database works for a fifth of the time, ${SLOW_SECONDS} s: pages; searches; comments; lost`,
        result: `${formatTally(page)}; ${formatTally(search)}; ${formatTally(comment)}; ${lost} of ${acknowledged}`,
        threshold: 'all answered, pages 200, lost 0',
        passes:
          hasOnlyStatuses(page, [200]) &&
          hasOnlyStatuses(search, [200, 503]) &&
          hasOnlyStatuses(comment, [200, 201, 503]) &&
          lost === 0,
      },
    ];
  } finally {
    await loadedApp.stop();
  }
}
