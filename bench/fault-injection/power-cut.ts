import { spawn } from 'node:child_process';
import { copyFile, mkdir, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedDatabase } from '../../server/embedded-postgres/embedded-database.ts';
import { makeTestFolder } from '../../server/testing/test-folder.ts';
import { ROOT } from '../processes.ts';
import type { ResultRow } from '../result-row.ts';
import { run } from './full-disk.ts';
import { signalAll, treeOf } from './process-tree.ts';

const ROUNDS = 20;
const IMAGE_MEGABYTES = 600;

/**
 * The data lie on an ext4 of their own in an image file. In the middle of writing everything is stopped and the image is
 * copied: what the file system had not written to its disk by then is not in the copy, as after a power cut. The copy
 * takes the image's place, is mounted (which replays its journal), and the database starts on it. Needs root.
 */
export async function cutPower(): Promise<ResultRow[]> {
  const folder = await makeTestFolder();
  const [image, mounted, acknowledgedFile] = ['image', 'disk', 'acknowledged'].map((name) =>
    join(folder.path, name),
  ) as [string, string, string];
  await mkdir(mounted);
  await writeFile(image, '');
  await truncate(image, IMAGE_MEGABYTES * 1_000_000);
  run('mkfs.ext4', ['-q', '-F', image]);
  let [lost, acknowledged, slowest] = [0, 0, 0];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      run('mount', ['-o', 'loop', image, mounted]);
      const started = performance.now();
      const writer = startWriter(join(mounted, 'data'), acknowledgedFile);
      try {
        await writer.started;
        slowest = Math.max(slowest, round === 0 ? 0 : performance.now() - started);
        await sleep(300 + 61 * round);
        const everything = await treeOf(writer.pid);
        signalAll(everything, 'SIGSTOP');
        await copyFile(image, `${image}.cut`);
        signalAll(everything, 'SIGKILL');
        await writer.ended;
        // The parent of `sh` is gone too: what is left ends with the files it holds.
        await unmount(mounted);
      } catch (error) {
        signalAll(await treeOf(writer.pid), 'SIGKILL');
        throw error;
      }
      await rename(`${image}.cut`, image);
      run('mount', ['-o', 'loop', image, mounted]);
      const result = await compare(join(mounted, 'data'), acknowledgedFile);
      lost += result.lost;
      ({ acknowledged } = result);
      await unmount(mounted);
    }
  } finally {
    await unmount(mounted).catch(() => undefined);
    await folder.remove();
  }
  return [
    {
      label: `Power cut under write load, ${ROUNDS} rounds: acknowledged writes lost; slowest next start`,
      result: `${lost} of ${acknowledged.toLocaleString('en-US')}; ${(slowest / 1000).toFixed(1)} s`,
      threshold: '0; ≤ 10 s',
      passes: lost === 0 && acknowledged > 0 && slowest <= 10_000,
    },
  ];
}

function startWriter(dataDir: string, acknowledgedFile: string) {
  const script = join(ROOT, 'server', 'embedded-postgres', 'testing', 'minimal-app.ts');
  const child = spawn(process.execPath, [script, dataDir, acknowledgedFile], {
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const started = new Promise<void>((done, failed) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (JSON.parse(line).event === 'started') done();
      if (JSON.parse(line).event === 'failed') failed(new Error(line));
    });
  });
  return { pid: child.pid ?? 0, started, ended };
}

async function unmount(path: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      return run('umount', [path]);
    } catch (error) {
      if (attempt === 99 || (await stat(path)).dev === (await stat(join(path, '..'))).dev) throw error;
      await sleep(50);
    }
  }
}

async function compare(dataDir: string, file: string): Promise<{ acknowledged: number; lost: number }> {
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  const client = new pg.Client(database.connection);
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string }>('select id from writes');
    const stored = new Set(rows.map(({ id }) => id));
    const acknowledged = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
    return { acknowledged: acknowledged.length, lost: acknowledged.filter((id) => !stored.has(id)).length };
  } finally {
    await client.end();
    await database.stop();
  }
}
