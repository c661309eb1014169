import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = async (name: string) =>
  await readFile(new URL(`./examples/${name}.txt`, import.meta.url), 'utf8');

test('the TypeScript example runs, and reports a locked prompt', async () => {
  const example = await read('typescript');
  // It has no types, so that it runs as JavaScript too.
  const file = join(tmpdir(), `promptarium-example-${process.pid}.mjs`);
  await writeFile(file, example);
  const checked = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' });
  expect([checked.stderr, checked.status]).toEqual(['', 0]);
  expect(example).toContain('response.ok ? prompt.content : prompt.message');
});

test('the Python example compiles, and reports a locked prompt', async () => {
  const example = await read('python');
  const script = 'import sys; compile(sys.stdin.read(), "example", "exec")';
  const compiled = spawnSync('python3', ['-c', script], { input: example, encoding: 'utf8' });
  // Where there is no Python the text alone is looked at.
  if (compiled.error === undefined) expect([compiled.stderr, compiled.status]).toEqual(['', 0]);
  expect(example).toMatch(/\ntry:\n {4}print\(call\(.+\)\nexcept urllib\.error\.HTTPError as error:\n/);
  expect(example).toContain('print(json.load(error)["message"])');
  expect(example).toContain('import json, os, urllib.error, urllib.request');
});
