import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';

/** Puts a data folder at `path` that `make` would make there. It is made once for all files of a run, and copied. */
export async function copyCachedFolder(
  name: string,
  make: (path: string) => Promise<void>,
  path: string,
): Promise<void> {
  const original = join(inject('runFolder'), name);
  while (!(await exists(original))) {
    if (await isFirst(`${original}-making`)) await makeOriginal(original, make);
    else await sleep(50);
  }
  // Not Node's cp: the cluster belongs to the database's user.
  await mkdir(path, { recursive: true });
  await promisify(execFile)('cp', ['-a', `${original}/.`, path]);
}

const isFirst = (path: string) =>
  mkdir(path).then(
    () => true,
    () => false,
  );

async function makeOriginal(original: string, make: (path: string) => Promise<void>): Promise<void> {
  const making = `${original}-making`;
  try {
    // Another process may have finished between the two looks.
    if (await exists(original)) return;
    await make(join(making, 'data'));
    await rename(join(making, 'data'), original);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
