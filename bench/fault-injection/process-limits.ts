import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTestFolder } from '../../server/testing/test-folder.ts';
import type { ResultRow } from '../result-row.ts';
import { run } from './full-disk.ts';
import { formatTally, hasOnlyStatuses, startLoadedApp } from './loaded-app.ts';

const SPARE_DESCRIPTORS = 10;
const IDLE_CLIENTS = 200;
const SECONDS = 6;

/** More clients connect than the process may have files open; those that are connected go on. */
export async function useUpDescriptors(): Promise<ResultRow[]> {
  const loadedApp = await startLoadedApp();
  try {
    await loadedApp.untilWritten();
    const opened = (await readdir(`/proc/${loadedApp.app.pid}/fd`)).length;
    run('prlimit', [`--pid=${loadedApp.app.pid}`, `--nofile=${opened + SPARE_DESCRIPTORS}`]);
    const sockets: Socket[] = [];
    for (let index = 0; index < IDLE_CLIENTS; index += 1) {
      sockets.push(
        connect(Number(new URL(loadedApp.app.url).port), '127.0.0.1').on('error', () => undefined),
      );
    }
    await sleep(500);
    loadedApp.count();
    await sleep(SECONDS * 1000);
    const { page, search, comment } = loadedApp.count();
    for (const socket of sockets) socket.destroy();
    const startedAt = performance.now();
    while ((await fetch(`${loadedApp.app.url}/readyz`).catch(() => undefined))?.status !== 200)
      await sleep(10);
    const recoveryTime = performance.now() - startedAt;
    const { acknowledged, lost } = await loadedApp.countLostWrites();
    return [
      {
        label: `${IDLE_CLIENTS} idle clients on a process with ${SPARE_DESCRIPTORS} descriptors left, ${SECONDS} s: those connected before: pages; searches; comments`,
        result: `${formatTally(page)}; ${formatTally(search)}; ${formatTally(comment)}`,
        threshold: 'answered; the process lives',
        passes: [page, search, comment].every((tally) => hasOnlyStatuses(tally, [200, 201])),
      },
      {
        label: 'They leave: a new client is served after; lost of those acknowledged',
        result: `${Math.round(recoveryTime)} ms; ${lost} of ${acknowledged}`,
        threshold: '≤ 5 s; 0',
        passes: recoveryTime <= 5000 && lost === 0,
      },
    ];
  } finally {
    await loadedApp.stop();
  }
}

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const JUMPS = ['+1d', '-2d', '+400d', '-1h', '+0'];
const JUMP_SECONDS = 3;

/** The clock of the app jumps, that of the database does not. Needs `apt-get install libfaketime`. */
export async function jumpClock(): Promise<ResultRow[]> {
  if (!existsSync(FAKETIME)) throw new Error('Missing: apt-get install libfaketime');
  const folder = await makeTestFolder();
  const file = join(folder.path, 'time');
  await writeFile(file, '+0');
  const settings = {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const loadedApp = await startLoadedApp({ settings });
  try {
    await loadedApp.untilWritten();
    loadedApp.count();
    for (const jump of JUMPS) {
      await writeFile(file, jump);
      await sleep(JUMP_SECONDS * 1000);
      await loadedApp.untilWritten();
    }
    const { page, search, comment } = loadedApp.count();
    const { acknowledged, lost } = await loadedApp.countLostWrites();
    return [
      {
        label: `The app’s clock jumps (${JUMPS.join(', ')} against the right time): pages; searches; comments; lost`,
        result: `${formatTally(page)}; ${formatTally(search)}; ${formatTally(comment)}; ${lost} of ${acknowledged}`,
        threshold: 'all 200 or 201; 0',
        passes: [page, search, comment].every((tally) => hasOnlyStatuses(tally, [200, 201])) && lost === 0,
      },
    ];
  } finally {
    await loadedApp.stop();
    await folder.remove();
  }
}
