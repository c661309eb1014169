import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from '#server/testing/test-folder.ts';
import { requireOpenFiles } from './open-files.ts';

test('a start that may open too few files ends in a sentence', () => {
  const main = join(import.meta.dirname, 'main.ts');
  const script = 'ulimit -n 64; exec "$0" "$1"';
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script, process.execPath, main], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('Promptarium needs 256 open files, and this process may have 64.');
  expect(`${stdout}${stderr}`).not.toContain('    at ');
});

test('enough, unlimited and unknown are enough', async () => {
  const folder = await makeTestFolder();
  const file = join(folder.path, 'limits');
  for (const soft of ['256', '1048576', 'unlimited']) {
    await writeFile(
      file,
      `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${soft}   4096   files\n`,
    );
    expect(() => requireOpenFiles(file)).not.toThrow();
  }
  expect(() => requireOpenFiles(join(folder.path, 'none'))).not.toThrow();
  await folder.remove();
});
