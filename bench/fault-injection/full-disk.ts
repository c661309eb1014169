import { spawnSync } from 'node:child_process';
import { chmod, chown, cp, mkdir, open, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedDatabase } from '../../server/embedded-postgres/embedded-database.ts';
import { makeTestFolder } from '../../server/testing/test-folder.ts';
import type { ResultRow } from '../result-row.ts';
import { formatTally, hasOnlyStatuses, startLoadedApp } from './loaded-app.ts';

const FULL_SECONDS = 8;

/** A file system of its own, small enough to be filled completely. Needs root. */
async function mountMemory(path: string, megabytes: number) {
  await mkdir(path, { recursive: true });
  run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  await chmod(path, 0o755);
  const filler = join(path, 'filler');
  return {
    async fill() {
      const file = await open(filler, 'w');
      const write = (bytes: number) =>
        file.write(Buffer.alloc(bytes)).then(({ bytesWritten }) => bytesWritten > 0);
      for (const bytes of [1_000_000, 4096, 1]) while (await write(bytes).catch(() => false)) {}
      await file.close();
    },
    empty: () => rm(filler),
    async unmount() {
      run('umount', ['-l', path]);
    },
  };
}

export function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

/** The disk of the data is full, then has room again. */
export async function fillData(): Promise<ResultRow[]> {
  const folder = await makeTestFolder();
  const disk = await mountMemory(join(folder.path, 'disk'), 700);
  const loadedApp = await startLoadedApp({ dataDir: join(folder.path, 'disk', 'data') });
  try {
    await loadedApp.untilWritten();
    await disk.fill();
    loadedApp.count();
    await sleep(FULL_SECONDS * 1000);
    const { page, search, comment } = loadedApp.count();
    await disk.empty();
    const recoveryTime = await loadedApp.untilWritten();
    const { acknowledged, lost } = await loadedApp.countLostWrites();
    return [
      {
        label: `The data’s disk is full for ${FULL_SECONDS} s: pages; searches; comments`,
        result: `${formatTally(page)}; ${formatTally(search)}; ${formatTally(comment)}`,
        threshold: 'pages and searches 200, comments 201 or 503',
        passes:
          hasOnlyStatuses(page, [200]) &&
          hasOnlyStatuses(search, [200]) &&
          hasOnlyStatuses(comment, [200, 201, 503]),
      },
      {
        label: 'Room again: the next comment is taken after; lost of those acknowledged',
        result: `${Math.round(recoveryTime)} ms; ${lost} of ${acknowledged}`,
        threshold: '≤ 5 s; 0',
        passes: recoveryTime <= 5000 && lost === 0,
      },
    ];
  } finally {
    await loadedApp.stop();
    await disk.unmount();
    await folder.remove();
  }
}

/** Another disk, that of the write-ahead log, is full: PostgreSQL cannot go on without it, and ends. */
export async function fillWalDisk(): Promise<ResultRow[]> {
  const folder = await makeTestFolder();
  const dataDir = join(folder.path, 'data');
  await (await startEmbeddedDatabase({ dataDir, log: () => undefined })).stop();
  const inside = join(dataDir, 'postgres', 'cluster', 'pg_wal');
  const disk = await mountMemory(join(folder.path, 'wal'), 200);
  const outside = join(folder.path, 'wal', 'pg_wal');
  await cp(inside, outside, { recursive: true, preserveTimestamps: true });
  const { uid, gid } = await stat(inside);
  run('chown', ['-R', `${uid}:${gid}`, outside]);
  await chown(outside, uid, gid);
  await rename(inside, `${inside}.old`);
  await symlink(outside, inside);
  const loadedApp = await startLoadedApp({ dataDir });
  try {
    await loadedApp.untilWritten();
    await disk.fill();
    loadedApp.count();
    // What room there is inside the log's files is used up first.
    const filling = loadedApp.pool.query(
      'create table filler as select g, repeat(md5(g::text), 8) from generate_series(1, 600000) g',
    );
    await filling.catch(() => undefined);
    await sleep(FULL_SECONDS * 1000);
    const { page, search, comment } = loadedApp.count();
    await disk.empty();
    const recoveryTime = await loadedApp.untilWritten();
    const { acknowledged, lost } = await loadedApp.countLostWrites();
    return [
      {
        label: `The write-ahead log’s disk is full for ${FULL_SECONDS} s, the server ends and cannot come back: pages; searches; comments`,
        result: `${formatTally(page)}; ${formatTally(search)}; ${formatTally(comment)}`,
        threshold: 'kept pages 200, the rest 503',
        passes:
          hasOnlyStatuses(page, [200]) &&
          hasOnlyStatuses(search, [200, 503]) &&
          hasOnlyStatuses(comment, [200, 201, 503]),
      },
      {
        label: 'Room again: recovered unaided, the next comment is taken after; lost of those acknowledged',
        result: `${(recoveryTime / 1000).toFixed(1)} s; ${lost} of ${acknowledged}`,
        threshold: '≤ 60 s; 0',
        passes: recoveryTime <= 60_000 && lost === 0,
      },
    ];
  } finally {
    await loadedApp.stop();
    await disk.unmount();
    await folder.remove();
  }
}
