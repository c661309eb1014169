import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../constant-rate-load.ts';
import type { ResultRow } from '../result-row.ts';
import { formatTally, hasOnlyStatuses, startLoadedApp } from './loaded-app.ts';
import { signalAll, treeOf } from './process-tree.ts';

const HUNG_SECONDS = 12;
const SLOW_SECONDS = 10;
/** Of every hundred milliseconds the database works for so many. */
const AWAKE = 20;

/** Every process of the database is suspended, with all connections open: nothing refuses, nothing answers. */
export async function hangDatabase(): Promise<ResultRow[]> {
  const scene = await startLoadedApp();
  try {
    await scene.untilWritten();
    scene.count();
    const server = await treeOf(scene.database.pid);
    signalAll(server, 'SIGSTOP');
    await sleep(HUNG_SECONDS * 1000);
    const { page, search, comment } = scene.count();
    signalAll(server, 'SIGCONT');
    const back = await scene.untilWritten();
    const { acknowledged, lost } = await scene.countLostWrites();
    const slowest = percentile(
      [...search.times, ...comment.times].sort((a, b) => a - b),
      1,
    );
    return [
      {
        what: `The database hangs for ${HUNG_SECONDS} s: pages; searches; comments`,
        figure: `${formatTally(page)}; ${formatTally(search)}; ${formatTally(comment)}`,
        bar: 'kept pages 200, the rest 503 within 4 s',
        holds:
          hasOnlyStatuses(page, [200]) &&
          hasOnlyStatuses(search, [200, 503]) &&
          hasOnlyStatuses(comment, [200, 201, 503]) &&
          slowest < 4000,
      },
      {
        what: 'It goes on: the next comment is taken after; lost of those acknowledged',
        figure: `${Math.round(back)} ms; ${lost} of ${acknowledged}`,
        bar: '≤ 5 s; 0',
        holds: back <= 5000 && lost === 0,
      },
    ];
  } finally {
    await scene.stop();
  }
}

/** The database is stopped four fifths of the time, as on a machine that is far too busy. */
export async function slowDatabase(): Promise<ResultRow[]> {
  const scene = await startLoadedApp();
  try {
    await scene.untilWritten();
    scene.count();
    const server = await treeOf(scene.database.pid);
    const end = performance.now() + SLOW_SECONDS * 1000;
    while (performance.now() < end) {
      signalAll(server, 'SIGSTOP');
      await sleep(100 - AWAKE);
      signalAll(server, 'SIGCONT');
      await sleep(AWAKE);
    }
    const { page, search, comment } = scene.count();
    const { acknowledged, lost } = await scene.countLostWrites();
    return [
      {
        what: `The database works for a fifth of the time, ${SLOW_SECONDS} s: pages; searches; comments; lost`,
        figure: `${formatTally(page)}; ${formatTally(search)}; ${formatTally(comment)}; ${lost} of ${acknowledged}`,
        bar: 'all answered, pages 200, lost 0',
        holds:
          hasOnlyStatuses(page, [200]) &&
          hasOnlyStatuses(search, [200, 503]) &&
          hasOnlyStatuses(comment, [200, 201, 503]) &&
          lost === 0,
      },
    ];
  } finally {
    await scene.stop();
  }
}
