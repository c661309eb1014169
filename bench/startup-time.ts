import { spawn } from 'node:child_process';
import { freePort } from '../scripts/free-port.ts';
import { makeTestFolder } from '../server/testing/test-folder.ts';
import { medianOf } from './load.ts';
import { ROOT } from './processes.ts';
import type { ResultRow } from './result-row.ts';

const RUNS = 3;
const MAX_SECONDS = 3;

/** `npm start` on a folder that is there already: seconds from the command to the first 200. */
export async function measureStart(): Promise<ResultRow[]> {
  const folder = await makeTestFolder();
  try {
    const first = await startOnce(folder.path);
    const later: number[] = [];
    for (let run = 0; run < RUNS; run += 1) later.push(await startOnce(folder.path));
    const seconds = medianOf(later);
    return [
      {
        label: `Second npm start to the first 200 (the first, with an empty database: ${first.toFixed(1)} s)`,
        result: `${seconds.toFixed(2)} s`,
        threshold: `< ${MAX_SECONDS} s`,
        passes: seconds < MAX_SECONDS,
      },
    ];
  } finally {
    await folder.remove();
  }
}

async function startOnce(dataDir: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    // A group of its own, so that stopping reaches npm, its shell and the app alike.
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DRAIN_MILLISECONDS: '0',
      LOG_LEVEL: 'warn',
    },
  });
  const ended = new Promise<void>((done) => npm.on('exit', () => done()));
  try {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
      if (response?.ok) return (performance.now() - startedAt) / 1000;
      if (npm.exitCode !== null || performance.now() - startedAt > 60_000)
        throw new Error('npm start does not answer.');
      await new Promise((done) => setTimeout(done, 20));
    }
  } finally {
    if (npm.pid) process.kill(-npm.pid, 'SIGTERM');
    await ended;
  }
}
