import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestFolder {
  path: string;
  remove(): Promise<void>;
}

/** Started by root, the database runs as somebody else, who must be able to come in: 0755, unlike mkdtemp's 0700. */
export async function makeTestFolder(): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), 'promptarium-test-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) };
}
