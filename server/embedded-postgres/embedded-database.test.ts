import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestFolder, type TestFolder } from '#server/testing/test-folder.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import {
  allProcesses,
  copyCluster,
  hasProc,
  isRoot,
  makeClusterFolder,
  noProcessIn,
  processesIn,
  query,
  startApp,
} from './testing/harness.ts';

const quiet = { log: () => {} };
let folder: TestFolder;

/** For a test that does not look at the first start: with a database in it already. */
async function useClusterFolder(): Promise<void> {
  await folder.remove();
  folder = await makeClusterFolder();
}

beforeEach(async () => {
  folder = await makeTestFolder();
});

afterEach(async () => {
  await noProcessIn(folder.path, 5);
  await folder.remove();
});

test('the first start makes a database, the second finds it again', async ({ annotate }) => {
  const before = performance.now();
  const first = await startEmbeddedDatabase({ dataDir: folder.path, ...quiet });
  const firstStart = performance.now() - before;
  await query(first.connection, "CREATE TABLE kept AS SELECT 'still here' AS word");
  await first.stop();
  expect(await processesIn(folder.path)).toEqual([]);

  const between = performance.now();
  const second = await startEmbeddedDatabase({ dataDir: folder.path, ...quiet });
  const warmStart = performance.now() - between;
  expect(await query(second.connection, 'SELECT word FROM kept')).toEqual([{ word: 'still here' }]);
  expect(second.connection).toEqual(first.connection);
  expect(second.messages).toEqual([]);
  expect(second.dataDir.startsWith(folder.path)).toBe(true);
  await second.stop();
  await second.stop();
  await annotate(`first start ${Math.round(firstStart)} ms, warm start ${Math.round(warmStart)} ms`);
});

test('a database is UTF-8, checksummed, private, off the network, owned by no superuser and not run by root', async () => {
  await useClusterFolder();
  const database = await startEmbeddedDatabase({ dataDir: folder.path, ...quiet });
  const [facts] = await query(
    database.connection,
    `SELECT current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS addresses,
            current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
            current_setting('server_encoding') AS encoding, current_setting('is_superuser') AS super,
            (SELECT datlocprovider::text || datlocale FROM pg_database WHERE datname = current_database()) AS locale`,
  );
  expect(facts).toEqual({
    checksums: 'on',
    addresses: '',
    fsync: 'on',
    commit: 'on',
    encoding: 'UTF8',
    super: 'off',
    locale: 'bC.UTF-8',
  });
  const password = await stat(join(database.dataDir, 'cluster', 'promptarium.password'));
  expect(password.mode & 0o777).toBe(0o600);
  expect((await stat(database.connection.host)).mode & 0o777).toBe(0o700);
  expect(Buffer.from(database.connection.password, 'base64url')).toHaveLength(24);
  await expect(query({ ...database.connection, password: 'guess' }, 'SELECT 1')).rejects.toThrow(/password/);
  await query(
    database.connection,
    'CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent; SET session_replication_role = replica',
  );
  if (hasProc) {
    const { stdout } = await promisify(execFile)('stat', ['-c', '%u', `/proc/${database.pid}`]);
    if (isRoot) expect(stdout.trim()).not.toBe('0');
    else expect(stdout.trim()).toBe(String(process.getuid?.()));
  }
  await database.stop();
});

test('with an empty environment, so without LANG, É is one letter and é its small one', async () => {
  const app = startApp([folder.path]);
  const { connection } = await app.next('started');
  expect(await query(connection, "SELECT lower('É') AS small, length('É') AS length")).toEqual([
    { small: 'é', length: 1 },
  ]);
  expect(await app.kill('SIGTERM')).toEqual({ code: 0 });
});

test('a folder whose path is too long for a socket gets a short one elsewhere', async () => {
  const long = join(folder.path, 'a folder "with, signs" é', 'x'.repeat(90));
  await mkdir(long, { recursive: true });
  const database = await startEmbeddedDatabase({ dataDir: long, ...quiet });
  expect(Buffer.byteLength(database.connection.host)).toBeLessThanOrEqual(85);
  expect(database.dataDir.startsWith(long)).toBe(true);
  expect(await query(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  const { host } = database.connection;
  await database.stop();
  await expect(stat(host)).rejects.toThrow('ENOENT');
});

test('a socket folder with blanks, commas and quotes in its path works', async () => {
  const odd = join(folder.path, `it's, "odd" é`);
  await copyCluster(odd);
  const database = await startEmbeddedDatabase({ dataDir: odd, ...quiet });
  expect(database.connection.host.startsWith(odd)).toBe(true);
  expect(await query(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
});

test('a new data folder that cannot be written ends in a sentence', async () => {
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  await expect(startEmbeddedDatabase({ ...quiet, dataDir: join(file, 'data') })).rejects.toMatchObject({
    name: 'EmbeddedDatabaseError',
    message: expect.stringMatching(
      /^(?:The data folder \S+ cannot be written|Cannot use \S+ for the database)/,
    ),
  });
});

test('a data directory of another PostgreSQL is refused and left alone', async () => {
  const cluster = join(folder.path, 'postgres', 'cluster');
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, 'PG_VERSION'), '17\n');
  await expect(startEmbeddedDatabase({ dataDir: folder.path, ...quiet })).rejects.toThrow(
    /made by PostgreSQL 17.*brings PostgreSQL 18/,
  );
  expect(await readdir(cluster)).toEqual(['PG_VERSION']);
});

test('Ctrl-C does not reach the server, and it dies with the app when the app just exits', async () => {
  await useClusterFolder();
  const app = startApp([folder.path]);
  const { pid, dataDir } = await app.next('started');
  if (hasProc) {
    const server = (await allProcesses()).find((process) => process.pid === pid);
    const group = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ')[2];
    expect(group).toBe(String(server?.parent));
    expect(await processesIn(dataDir)).toContain(pid);
  }
  await app.kill('SIGINT');
  await noProcessIn(folder.path, 20);
  const log = await readFile(join(dataDir, 'server.log'), 'utf8');
  expect(log).toContain('database system is shut down');
});
