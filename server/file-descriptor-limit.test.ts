import { spawnSync } from 'node:child_process';
import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from '#server/testing/test-folder.ts';
import { requireFileDescriptors } from './file-descriptor-limit.ts';

const ROOT = join(import.meta.dirname, '..');

function expectSentence(script: string): void {
  const limited = 'ulimit -n 64; exec "$0" "$1"';
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', limited, process.execPath, script], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('Promptarium needs 256 open files, and this process may have 64.');
  expect(`${stdout}${stderr}`).not.toMatch(/ {4}at |Building/);
  expect(status).toBe(1);
}

test('a start that may open too few files ends in a sentence', () => {
  expectSentence(join(ROOT, 'server', 'main.ts'));
});

test('so does one in a checkout whose pages are not built', async () => {
  const folder = await makeTestFolder();
  for (const part of [
    'scripts',
    'server',
    'sandbox',
    'contract',
    'web',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
  ]) {
    await cp(join(ROOT, part), join(folder.path, part), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'));
  expectSentence(join(folder.path, 'scripts', 'start.ts'));
  await folder.remove();
});

test('enough, unlimited and unknown are enough', async () => {
  const folder = await makeTestFolder();
  const file = join(folder.path, 'limits');
  for (const soft of ['256', '1048576', 'unlimited']) {
    await writeFile(
      file,
      `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${soft}   4096   files\n`,
    );
    expect(() => requireFileDescriptors(file)).not.toThrow();
  }
  expect(() => requireFileDescriptors(join(folder.path, 'none'))).not.toThrow();
  await folder.remove();
});
