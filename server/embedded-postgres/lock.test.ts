import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestFolder } from '#server/testing/test-folder.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { isPostmasterRunning, takeServerLock, tryPidFile } from './lock.ts';
import { makeClusterFolder, noProcessIn } from './testing/harness.ts';

let folder: TestFolder;

beforeEach(async () => {
  folder = await makeClusterFolder();
});

afterEach(async () => {
  await noProcessIn(folder.path, 5);
  await folder.remove();
});

test('without flock: a file names the owner, and a recycled pid is not taken for it', async () => {
  const path = join(folder.path, 'owner.lock.pid');
  const lock = await tryPidFile(path);
  expect(lock).toBeDefined();
  expect(await tryPidFile(path)).toBeUndefined();
  await lock?.release();
  await writeFile(path, `${process.pid} Thu Jan  1 00:00:00 1970`);
  const next = await tryPidFile(path);
  expect(next).toBeDefined();
  await next?.release();
});

test('without flock: of many that find the same stale file one takes it over', async () => {
  const path = join(folder.path, 'owner.lock.pid');
  for (let round = 0; round < 3; round += 1) {
    await writeFile(path, `${process.pid} Thu Jan  1 00:00:00 1970`);
    const locks = await Promise.all(Array.from({ length: 6 }, () => tryPidFile(path)));
    const [owner, ...others] = locks.filter((lock) => lock !== undefined);
    expect(owner).toBeDefined();
    expect(others).toEqual([]);
    expect(await tryPidFile(path)).toBeUndefined();
    await owner?.release();
    expect(await readdir(folder.path)).toEqual(['postgres']);
  }
});

test('without flock: postmaster.pid counts only while it names a PostgreSQL on this folder', async () => {
  const database = await startEmbeddedDatabase({ dataDir: folder.path, log: () => {} });
  expect(await isPostmasterRunning(database.dataDir)).toBe(true);
  await database.stop();
  expect(await isPostmasterRunning(database.dataDir)).toBe(false);
  await writeFile(join(database.dataDir, 'cluster', 'postmaster.pid'), `${process.pid}\n`);
  expect(await isPostmasterRunning(database.dataDir)).toBe(false);
});

test('a stale postmaster.pid with a living stranger in it does not keep the server from starting', async () => {
  const first = await startEmbeddedDatabase({ dataDir: folder.path, log: () => {} });
  await first.stop();
  await writeFile(
    join(first.dataDir, 'cluster', 'postmaster.pid'),
    `${process.ppid}\n${first.dataDir}/cluster\n`,
  );
  const second = await startEmbeddedDatabase({ dataDir: folder.path, log: () => {} });
  expect(second.pid).toBeGreaterThan(0);
  await second.stop();
});

test('the wait for a server lock can be aborted', async () => {
  await mkdir(join(folder.path, 'cluster'));
  const held = await takeServerLock(folder.path);
  const giveUp = AbortSignal.timeout(200);
  await expect(takeServerLock(folder.path, giveUp)).rejects.toThrow();
  await held.release();
  await (await takeServerLock(folder.path)).release();
});
