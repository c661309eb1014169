import { deepEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { copyCachedFolder } from './cached-data-folder.ts';
import { makeTestFolder, type TestFolder } from './test-folder.ts';
import { processesOf, startProcess } from './test-process.ts';
import { waitUntil } from './wait-until.ts';

/** A data folder whose embedded database an earlier start has made and filled with the library. */
export interface LoadedDataFolder extends TestFolder {
  settings: { DATA_DIR: string };
  /** Resolves when no process works in the folder any more. */
  nothingIsLeft(): Promise<void>;
}

export async function makeLoadedDataFolder(): Promise<LoadedDataFolder> {
  const folder = await makeTestFolder();
  const data = join(folder.path, 'data');
  await copyLoadedFolder(data);
  return {
    ...folder,
    settings: { DATA_DIR: data },
    async nothingIsLeft() {
      await waitUntil('no process left', async () => (await processesOf(folder.path)).length === 0);
    },
  };
}

/** Puts there what an earlier start has left. */
export const copyLoadedFolder = (dataDir: string) => copyCachedFolder('filled', fill, dataDir);

async function fill(dataDir: string): Promise<void> {
  const first = startProcess({ DATA_DIR: dataDir });
  await first.ready();
  deepEqual(await first.kill('SIGTERM'), { code: 0, signal: null });
  deepEqual(await processesOf(dataDir), []);
}
