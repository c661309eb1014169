import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestFolder {
  path: string;
  remove(): Promise<void>;
}

/** Linux's file system in memory: a database there is copied and dropped ten times as fast as on a disk. */
const MEMORY = '/dev/shm';

/** In containers it is often 64 MB, too small for a few databases. */
const NEEDED_BYTES = 4_000_000_000;

/**
 * A folder for one test, in memory where there is room. Started by root, the database runs as another user, who must
 * be able to enter: 0755, unlike mkdtemp's 0700.
 */
export async function makeTestFolder(): Promise<TestFolder> {
  const path = await mkdtemp(join(await parentFolder(), 'promptarium-test-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) };
}

async function parentFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory !== undefined && memory.bavail * memory.bsize > NEEDED_BYTES ? MEMORY : tmpdir();
}
