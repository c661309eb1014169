import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoadedDataFolder, makeLoadedDataFolder } from '#server/testing/loaded-data-folder.ts';
import { processesOf, request } from '#server/testing/test-process.ts';
import { waitUntil } from '#server/testing/wait-until.ts';
import { freePort } from './free-port.ts';

const ROOT = join(import.meta.dirname, '..');

let folder: LoadedDataFolder;

beforeAll(async () => {
  folder = await makeLoadedDataFolder();
});

afterAll(() => folder.remove());

/** `npm start` as a terminal starts it: npm, and what it starts, in a process group of their own. */
function npmStart(settings: Record<string, string>) {
  const { NODE_ENV: _, ...environment } = process.env;
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, ...settings },
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  // Not "close": what npm has started may still hold the pipes, and must not.
  const exited = new Promise<number | null>((done) => npm.once('exit', done));
  return {
    output: () => output,
    exited,
    signalGroup: (signal: NodeJS.Signals) => process.kill(-(npm.pid ?? 0), signal),
  };
}

/** util-linux's script(1) gives a command a terminal; Ctrl-C is then a byte on its standard input. */
const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux');

/** Ports of the app and its stand-ins, which nobody may hold any more once it has ended. */
async function choosePorts() {
  const names = ['PORT', 'SANDBOX_PORT', 'SANDBOX_PAYMENTS_PORT', 'SANDBOX_MAIL_PORT'];
  const ports = await Promise.all(names.map(() => freePort()));
  return {
    settings: Object.fromEntries(names.map((name, index) => [name, String(ports[index])])),
    async assertFree() {
      for (const port of ports) {
        await expect(request(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
      }
    },
  };
}

test.skipIf(!hasScript)(
  'at a terminal the log is human-readable, and Ctrl-C ends the app',
  async () => {
    const { NODE_ENV: _, ...environment } = process.env;
    const { settings, assertFree } = await choosePorts();
    // exec: a /bin/sh in between (where SHELL is not set) would end with 130 for the same Ctrl-C.
    const child = spawn('script', ['-qec', 'exec npm start', '/dev/null'], {
      cwd: ROOT,
      env: { ...environment, ...folder.settings, ...settings },
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const exited = new Promise<number | null>((done) => child.once('exit', done));
    await waitUntil('it is open', () => output.includes('Promptarium is running'), 60);
    expect(output).toMatch(/\[\d\d:\d\d:\d\d\] .*INFO.*library loaded/);
    expect(output).not.toContain('"level":');
    child.stdin.write('\x03');
    expect(await exited).toBe(0);
    expect(await processesOf(folder.path)).toEqual([]);
    await assertFree();
  },
  60_000,
);

// Ctrl-C above is SIGINT to the group.
test.each(hasScript ? (['SIGTERM'] as const) : (['SIGINT', 'SIGTERM'] as const))(
  'npm start ends by %s to its process group when its ports and its data folder are free',
  async (signal) => {
    const { settings, assertFree } = await choosePorts();
    const started = npmStart({ ...folder.settings, ...settings });
    await waitUntil('it is open', () => started.output().includes('Promptarium is running'), 60);
    started.signalGroup(signal);
    expect(await started.exited).toBe(0);
    expect(await processesOf(folder.path)).toEqual([]);
    await assertFree();
    const steps = [
      'Starting the database',
      'Starting the sandbox',
      'Listening',
      'Migrating',
      'Loading the library',
    ];
    for (const step of steps)
      expect(started.output()).toMatch(new RegExp(`^  ${step} +\\d+\\.\\d\\d s$`, 'm'));
  },
  60_000,
);
