import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTestFolder } from '../../server/testing/test-folder.ts';
import type { ResultRow } from '../result-row.ts';
import { run } from './full-disk.ts';
import { formatTally, hasOnlyStatuses, startLoadedApp } from './loaded-app.ts';

const SPARE = 10;
const GREEDY = 200;
const SECONDS = 6;

/** More clients connect than the process may have files open; those that are connected go on. */
export async function useUpDescriptors(): Promise<ResultRow[]> {
  const scene = await startLoadedApp();
  try {
    await scene.untilWritten();
    const opened = (await readdir(`/proc/${scene.app.pid}/fd`)).length;
    run('prlimit', [`--pid=${scene.app.pid}`, `--nofile=${opened + SPARE}`]);
    const sockets: Socket[] = [];
    for (let index = 0; index < GREEDY; index += 1) {
      sockets.push(connect(Number(new URL(scene.app.url).port), '127.0.0.1').on('error', () => undefined));
    }
    await sleep(500);
    scene.count();
    await sleep(SECONDS * 1000);
    const { page, search, comment } = scene.count();
    for (const socket of sockets) socket.destroy();
    const startedAt = performance.now();
    while ((await fetch(`${scene.app.url}/readyz`).catch(() => undefined))?.status !== 200) await sleep(10);
    const back = performance.now() - startedAt;
    const { acknowledged, lost } = await scene.countLostWrites();
    return [
      {
        what: `${GREEDY} idle clients on a process with ${SPARE} descriptors left, ${SECONDS} s: those connected before: pages; searches; comments`,
        figure: `${formatTally(page)}; ${formatTally(search)}; ${formatTally(comment)}`,
        bar: 'answered; the process lives',
        holds: [page, search, comment].every((tally) => hasOnlyStatuses(tally, [200, 201])),
      },
      {
        what: 'They leave: a new client is served after; lost of those acknowledged',
        figure: `${Math.round(back)} ms; ${lost} of ${acknowledged}`,
        bar: '≤ 5 s; 0',
        holds: back <= 5000 && lost === 0,
      },
    ];
  } finally {
    await scene.stop();
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
  const scene = await startLoadedApp({ settings });
  try {
    await scene.untilWritten();
    scene.count();
    for (const jump of JUMPS) {
      await writeFile(file, jump);
      await sleep(JUMP_SECONDS * 1000);
      await scene.untilWritten();
    }
    const { page, search, comment } = scene.count();
    const { acknowledged, lost } = await scene.countLostWrites();
    return [
      {
        what: `The app’s clock jumps (${JUMPS.join(', ')} against the right time): pages; searches; comments; lost`,
        figure: `${formatTally(page)}; ${formatTally(search)}; ${formatTally(comment)}; ${lost} of ${acknowledged}`,
        bar: 'all 200 or 201; 0',
        holds: [page, search, comment].every((tally) => hasOnlyStatuses(tally, [200, 201])) && lost === 0,
      },
    ];
  } finally {
    await scene.stop();
    await folder.remove();
  }
}
