import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type FilledFolder,
  killAllProcesses,
  makeFilledFolder,
  processesOf,
  startProcess,
} from './testing/process.ts';

let folder: FilledFolder;

beforeAll(async () => {
  folder = await makeFilledFolder();
});

afterEach(async () => {
  await killAllProcesses();
  await folder.nothingIsLeft();
});

afterAll(() => folder.remove());

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it with 0, and its database with it', async (signal) => {
  const app = startProcess(folder.settings);
  await app.ready();
  expect(await processesOf(folder.path)).not.toEqual([]);
  expect(await app.kill(signal)).toEqual({ code: 0, signal: null });
  expect(await processesOf(folder.path)).toEqual([]);
  expect(app.output()).toContain('"msg":"stopped"');
});

test('Ctrl-C under npm arrives twice and is one signal', async () => {
  const app = startProcess({ ...folder.settings, DRAIN_MILLISECONDS: '1500' });
  await app.ready();
  process.kill(app.pid, 'SIGINT');
  await app.until('"msg":"stopping"');
  expect(await app.kill('SIGINT')).toEqual({ code: 0, signal: null });
});

test('a second signal, a second later, ends it at once', async () => {
  const app = startProcess({ ...folder.settings, DRAIN_MILLISECONDS: '20000' });
  await app.ready();
  process.kill(app.pid, 'SIGTERM');
  await app.until('"msg":"stopping"');
  await sleep(1050);
  const asked = performance.now();
  expect(await app.kill('SIGINT')).toEqual({ code: 1, signal: null });
  expect(performance.now() - asked).toBeLessThan(10_000);
  // The life line ends the database behind it.
  await folder.nothingIsLeft();
});

test('a signal while the database is still being made ends it with 0; the next start is unaided', async () => {
  const other = { DATA_DIR: `${folder.path}/interrupted` };
  const app = startProcess(other);
  await app.until('making a new database');
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(await processesOf(folder.path)).toEqual([]);
  const next = startProcess(other);
  await next.ready();
  expect(await next.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});

test.each([
  ['an error nobody caught', 'throw new Error("boom")'],
  ['a rejection nobody handled', 'Promise.reject(new Error("boom"))'],
])('%s is logged as fatal and ends the process with 1, and the database with it', async (_title, fault) => {
  const app = startProcess(folder.settings, {
    nodeArguments: [`--import=data:text/javascript,process.on('SIGUSR2',()=>{setTimeout(()=>{${fault}},0)})`],
  });
  await app.ready();
  expect(await app.kill('SIGUSR2')).toEqual({ code: 1, signal: null });
  const line =
    app
      .output()
      .split('\n')
      .find((text) => text.includes('boom')) ?? '';
  expect(JSON.parse(line)).toMatchObject({ level: 60, err: { message: 'boom' } });
  await folder.nothingIsLeft();
});
