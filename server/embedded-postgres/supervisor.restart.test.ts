import pg from 'pg';
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

const ENDED = 'the database server ended; restarting it';
const BACK = 'the database server is back';

function start(log: string[] = []): Promise<EmbeddedDatabase> {
  return startEmbeddedDatabase({ dataDir: folder.path, log: (message) => log.push(message) });
}

test('a killed server is restarted, and the log says so', async () => {
  const log: string[] = [];
  const database = await start(log);
  const killed = database.pid;
  process.kill(killed, 'SIGKILL');
  await until('it is back', async () => log.includes(BACK));
  expect([log[0], log.at(-1)]).toEqual([ENDED, BACK]);
  expect(database.pid).not.toBe(killed);
  expect(await query(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
  expect([log[0], log.at(-1)]).toEqual([ENDED, BACK]);
});

test.skipIf(!hasProc)(
  'a server that dies under a long query comes back without waiting for that query',
  async () => {
    const log: string[] = [];
    const database = await start(log);
    const busy = await startBusyBackend(database);
    process.kill(database.pid, 'SIGKILL');
    await until('it is back', async () => log.includes(BACK), 10);
    expect((await allProcesses()).some(({ pid, state }) => pid === busy && state !== 'Z')).toBe(false);
    await database.stop();
  },
);

test('a server that another program tells to stop does not wait for its clients, and is started again', async () => {
  const log: string[] = [];
  const database = await start(log);
  const client = new pg.Client(database.connection);
  client.on('error', () => undefined);
  await client.connect();
  process.kill(database.pid, 'SIGTERM');
  await until('it is back', async () => log.includes(BACK));
  expect(await query(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
  await client.end().catch(() => undefined);
});

test('stop while the server is away and coming back leaves nothing behind', async () => {
  const log: string[] = [];
  const database = await start(log);
  process.kill(database.pid, 'SIGKILL');
  await until('it has ended', async () => log.includes(ENDED));
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
  const log: string[] = [];
  const database = await start(log);
  const server = (await allProcesses()).find(({ pid }) => pid === database.pid);
  process.kill(server?.parent ?? 0, 'SIGKILL');
  await until('it is back', async () => log.includes(BACK));
  expect(await query(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
});
