import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LoadedDataFolder, makeLoadedDataFolder } from './testing/loaded-data-folder.ts';
import { killAllProcesses, processesOf, startProcess, stayConnected } from './testing/test-process.ts';

let folder: LoadedDataFolder;

beforeAll(async () => {
  folder = await makeLoadedDataFolder();
});

afterEach(async () => {
  await killAllProcesses();
  await folder.nothingIsLeft();
});

afterAll(() => folder.remove());

test('SIGTERM ends it with 0, and its database with it; with nobody connected it does not drain', async () => {
  // Longer than this test may take.
  const app = startProcess({ ...folder.settings, DRAIN_MILLISECONDS: '60000' });
  await app.ready();
  expect(await processesOf(folder.path)).not.toEqual([]);
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(await processesOf(folder.path)).toEqual([]);
  expect(app.output()).toContain('"msg":"stopped"');
});

test('so does SIGINT; Ctrl-C under npm arrives twice and is one signal', async () => {
  const app = startProcess({ ...folder.settings, DRAIN_MILLISECONDS: '500' });
  await app.ready();
  await stayConnected(await app.url);
  process.kill(app.pid, 'SIGINT');
  await app.until('"msg":"stopping"');
  expect(await app.kill('SIGINT')).toEqual({ code: 0, signal: null });
  expect(await processesOf(folder.path)).toEqual([]);
});

test('a second signal, a second later, ends it at once', async () => {
  const app = startProcess({ ...folder.settings, DRAIN_MILLISECONDS: '60000' });
  await app.ready();
  await stayConnected(await app.url);
  process.kill(app.pid, 'SIGTERM');
  await app.until('"msg":"stopping"');
  await sleep(1050);
  expect(await app.kill('SIGINT')).toEqual({ code: 1, signal: null });
  // The watchdog ends the database.
  await folder.nothingIsLeft();
});

test('a signal while the database is still being made ends it with 0; the next start is unaided', async () => {
  const other = { DATA_DIR: `${folder.path}/interrupted` };
  const app = startProcess(other);
  await app.until('making a new database');
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(await processesOf(folder.path)).toEqual([]);
  const next = startProcess(other);
  // Its database is there; filling it is not what was interrupted.
  await next.url;
  expect(await next.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});

test.each([
  ['an uncaught error', 'throw new Error("boom")'],
  ['an unhandled rejection', 'Promise.reject(new Error("boom"))'],
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
