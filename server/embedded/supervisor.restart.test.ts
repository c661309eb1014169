import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestFolder } from '#server/testing/test-folder.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts';
import {
  allProcesses,
  hasProc,
  makeClusterFolder,
  noProcessIn,
  processesIn,
  query,
  startApp,
  startBusyBackend,
  until,
} from './testing/harness.ts';

let folder: TestFolder;

beforeEach(async () => {
  folder = await makeClusterFolder();
});

afterEach(async () => {
  await noProcessIn(folder.path, 5);
  await folder.remove();
});

async function start(states: string[] = []): Promise<EmbeddedDatabase> {
  return startEmbeddedDatabase({
    dataDir: folder.path,
    log: () => {},
    onStateChange: (state) => states.push(state),
  });
}

test('a killed server is restarted and the app is notified', async () => {
  const states: string[] = [];
  const database = await start(states);
  const killed = database.pid;
  process.kill(killed, 'SIGKILL');
  await until('down and up', async () => states.length === 2);
  expect(states).toEqual(['down', 'up']);
  expect(database.pid).not.toBe(killed);
  expect(await query(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
  expect(states).toEqual(['down', 'up']);
});

test.skipIf(!hasProc)(
  'a server that dies under a long query comes back without waiting for that query',
  async () => {
    const states: string[] = [];
    const database = await start(states);
    const busy = await startBusyBackend(database);
    process.kill(database.pid, 'SIGKILL');
    await until('down and up', async () => states.length === 2, 10);
    expect((await allProcesses()).some(({ pid, state }) => pid === busy && state !== 'Z')).toBe(false);
    await database.stop();
  },
);

test('stop while the server is away and coming back leaves nothing behind', async () => {
  const states: string[] = [];
  const database = await start(states);
  process.kill(database.pid, 'SIGKILL');
  await until('down', async () => states.length > 0);
  await database.stop();
  if (hasProc) expect(await processesIn(folder.path)).toEqual([]);
});

test.skipIf(!hasProc)('a server left without app and watchdog is ended by the next start', async () => {
  const app = startApp([folder.path]);
  const { pid } = await app.next('started');
  const watchdog = (await allProcesses())
    .filter(({ parent }) => parent === app.pid)
    .map((process) => process.pid);
  const watcher = (await allProcesses()).filter(
    ({ parent, pid: own }) => watchdog.includes(parent) && own !== pid,
  );
  for (const orphaning of [...watchdog, ...watcher.map((process) => process.pid)])
    process.kill(orphaning, 'SIGKILL');
  await app.kill('SIGKILL');
  expect(process.kill(pid, 0)).toBe(true);

  const before = performance.now();
  const database = await start();
  expect(performance.now() - before).toBeLessThan(10_000);
  expect(database.pid).not.toBe(pid);
  await database.stop();
});

test.skipIf(!hasProc)('a killed watchdog alone is noticed and replaced', async () => {
  const states: string[] = [];
  const database = await start(states);
  const server = (await allProcesses()).find(({ pid }) => pid === database.pid);
  process.kill(server?.parent ?? 0, 'SIGKILL');
  await until('down and up', async () => states.length === 2);
  expect(await query(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
});
