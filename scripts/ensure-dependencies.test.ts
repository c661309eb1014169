import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const LOCKFILE_STAMP = 'node_modules/.promptarium-lock';

/** A project whose only dependency lies in it, so that no registry is asked. */
let project: string;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'promptarium-guard-'));
  await mkdir(join(project, 'scripts'));
  await copyFile(
    join(import.meta.dirname, 'ensure-dependencies.mjs'),
    join(project, 'scripts', 'ensure-dependencies.mjs'),
  );
  await mkdir(join(project, 'part'));
  await writeFile(join(project, 'part', 'package.json'), '{"name":"part","version":"1.0.0"}');
  await writeFile(
    join(project, 'package.json'),
    '{"name":"p","version":"1.0.0","devDependencies":{"part":"file:part"}}',
  );
  await writeLock('1.0.0');
});

afterEach(() => rm(project, { recursive: true, force: true }));

function writeLock(version: string): Promise<void> {
  const packages = {
    '': { name: 'p', version: '1.0.0', devDependencies: { part: 'file:part' } },
    'node_modules/part': { resolved: 'part', link: true },
    part: { version: '1.0.0', dev: true },
  };
  return writeFile(
    join(project, 'package-lock.json'),
    JSON.stringify({ name: 'p', version, lockfileVersion: 3, packages }),
  );
}

function runGuard(env: Record<string, string> = {}): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(project, 'scripts', 'ensure-dependencies.mjs')],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: project, ...env },
    },
  );
  return { code: status, output: stdout + stderr };
}

const putNode = async (script: string) => {
  await mkdir(join(project, 'node_modules', '.bin'), { recursive: true });
  await writeFile(join(project, 'node_modules', '.bin', 'node'), script);
  await chmod(join(project, 'node_modules', '.bin', 'node'), 0o755);
};

test('installs missing dependencies once, again when the lockfile changes, with NODE_ENV=production too', async () => {
  const first = runGuard({ NODE_ENV: 'production' });
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Installing dependencies') });
  expect((await stat(join(project, LOCKFILE_STAMP))).isFile()).toBe(true);
  expect((await stat(join(project, 'node_modules', 'part', 'package.json'))).isFile()).toBe(true);
  expect(runGuard()).toEqual({ code: 0, output: '' });
  await writeLock('1.0.1');
  expect(runGuard().output).toContain('Installing dependencies');
  expect(runGuard()).toEqual({ code: 0, output: '' });
});

test('a failed install is reported, and tried again the next time', async () => {
  await writeFile(join(project, 'package-lock.json'), 'not a lockfile');
  const failed = runGuard();
  expect(failed).toMatchObject({ code: 1, output: expect.stringContaining('Installing failed') });
  await expect(stat(join(project, LOCKFILE_STAMP))).rejects.toThrow('ENOENT');
  await writeLock('1.0.0');
  expect(runGuard().code).toBe(0);
});

test('a packaged Node that is too old or does not run is refused with a message', async () => {
  runGuard();
  await putNode('#!/bin/sh\necho 20.19.0\n');
  expect(runGuard()).toMatchObject({
    code: 1,
    output: expect.stringContaining('Node 24 or newer is needed, found 20.19.0'),
  });
  await putNode('#!/no/such/interpreter\n');
  expect(runGuard()).toMatchObject({
    code: 1,
    output: expect.stringContaining('does not run on this machine'),
  });
  await putNode('#!/bin/sh\necho 24.21.0\n');
  expect(runGuard()).toEqual({ code: 0, output: '' });
});
