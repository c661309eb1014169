import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestFolder, type TestFolder } from '#server/testing/test-folder.ts';
import { prepareFolder } from './data-folder.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { runCommand } from './run-command.ts';
import { parsePasswd } from './server-user.ts';
import { copyCluster, isRoot, noProcessIn, query, startApp } from './testing/harness.ts';
import { otherRunsNode, otherUser } from './testing/other-user.ts';
import { logPath, readLogEnd, trimLog } from './watchdog.ts';

const quiet = { log: () => {} };
let folder: TestFolder;

beforeEach(async () => {
  folder = await makeTestFolder();
});

afterEach(async () => {
  await noProcessIn(folder.path);
  await folder.remove();
});

test('root with a database in a folder that has become inaccessible: refused, and opened when it is accessible again', async ({
  skip,
}) => {
  skip(!isRoot, 'only root can act as another user');
  await copyCluster(folder.path);
  const database = await startEmbeddedDatabase({ dataDir: folder.path, ...quiet });
  await query(database.connection, "CREATE TABLE kept AS SELECT 'still here' AS word");
  await database.stop();
  await chmod(folder.path, 0o500);
  await expect(startEmbeddedDatabase({ dataDir: folder.path, ...quiet })).rejects.toThrow(
    `The database in ${database.dataDir} cannot be opened`,
  );
  await chmod(folder.path, 0o755);
  const again = await startEmbeddedDatabase({ dataDir: folder.path, ...quiet });
  expect(await query(again.connection, 'SELECT word FROM kept')).toEqual([{ word: 'still here' }]);
  await again.stop();
});

test('root with a fallback folder: found when the data directory is moved, missed when it is gone', async ({
  skip,
}) => {
  skip(!isRoot, 'only root can act as another user');
  await chmod(folder.path, 0o700);
  const dataDir = join(folder.path, 'data');
  const first = await startEmbeddedDatabase({ dataDir, ...quiet });
  expect(first.dataDir).toMatch(/^\/var\/(lib|tmp)\/promptarium\/[0-9a-f]{12}$/);
  await first.stop();
  const moved = join(folder.path, 'moved');
  await rename(dataDir, moved);
  const again = await startEmbeddedDatabase({ dataDir: moved, ...quiet });
  expect(again.dataDir).toBe(first.dataDir);
  expect(again.messages[0]).toContain(first.dataDir);
  await again.stop();
  await rm(first.dataDir, { recursive: true });
  await expect(startEmbeddedDatabase({ dataDir: moved, ...quiet })).rejects.toThrow(/is not there any more/);
});

test('root with a fallback folder: a copy of the data directory does not open it, nor what takes its place', async ({
  skip,
}) => {
  skip(!isRoot, 'only root can act as another user');
  await chmod(folder.path, 0o700);
  const [original, copy, moved] = ['original', 'copy', 'moved'].map((name) => join(folder.path, name));
  if (!original || !copy || !moved) throw new Error('There are three.');
  const first = await startEmbeddedDatabase({ dataDir: original, ...quiet });
  await first.stop();
  const refused = (dataDir: string, owner: string) =>
    expect(startEmbeddedDatabase({ dataDir, ...quiet })).rejects.toThrow(
      `The database in ${first.dataDir} belongs to ${owner}, not to ${dataDir}`,
    );

  await cp(original, copy, { recursive: true, preserveTimestamps: true });
  await refused(copy, original);
  await rm(copy, { recursive: true });
  await rename(original, moved);
  const again = await startEmbeddedDatabase({ dataDir: moved, ...quiet });
  expect(again.dataDir).toBe(first.dataDir);
  await again.stop();
  // A new folder at the old path.
  await mkdir(original);
  await refused(original, moved);

  await mkdir(join(moved, 'postgres', 'cluster'), { recursive: true });
  await expect(startEmbeddedDatabase({ dataDir: moved, ...quiet })).rejects.toThrow(
    `There are two databases of ${moved}: in ${join(moved, 'postgres')} and in ${first.dataDir}`,
  );
  await rm(first.dataDir, { recursive: true });
});

test('an ordinary user does not begin an empty database where root has put one elsewhere', async ({
  skip,
}) => {
  skip(!isRoot, 'only root can act as another user');
  await chmod(folder.path, 0o700);
  const dataDir = join(folder.path, 'data');
  const first = await startEmbeddedDatabase({ dataDir, ...quiet });
  await first.stop();
  await expect(prepareFolder(dataDir, undefined)).rejects.toThrow(
    `The database of ${dataDir} is in ${first.dataDir}, where a start as root has put it`,
  );
  await rm(first.dataDir, { recursive: true });
});

test('an ordinary user cannot open what root made, and the message says why', async ({ skip }) => {
  skip(!otherRunsNode, 'needs root, and an unprivileged user who can run this Node');
  await copyCluster(folder.path);
  const app = startApp([folder.path], {
    cwd: folder.path,
    ...(otherUser && { uid: otherUser.uid, gid: otherUser.gid }),
  });
  expect(await app.next('failed')).toMatchObject({
    code: 'folder',
    message: expect.stringContaining('belongs to uid 0'),
  });
});

test('the setting chooses the user of the server; another than the owner of the data, root and unknown ones are refused', async ({
  skip,
}) => {
  skip(!isRoot, 'only root can act as another user');
  const [wanted, stranger] = parsePasswd((await runCommand('getent', ['passwd'])).stdout);
  if (!wanted || !stranger) return;
  const database = await startEmbeddedDatabase({ dataDir: folder.path, runAs: wanted.name, ...quiet });
  expect((await stat(join(database.dataDir, 'cluster'))).uid).toBe(wanted.uid);
  await database.stop();
  await expect(
    startEmbeddedDatabase({ dataDir: folder.path, runAs: String(stranger.uid), ...quiet }),
  ).rejects.toThrow(/belongs to uid/);
  for (const runAs of ['root', '0', 'no-such-user', '--help']) {
    await expect(startEmbeddedDatabase({ dataDir: folder.path, runAs, ...quiet })).rejects.toThrow(
      /no such unprivileged user/,
    );
  }
});

test('root follows no link that the owner of a folder put there', async ({ skip }) => {
  if (!otherUser) return skip('needs root, and an unprivileged user');
  const theirs = join(folder.path, 'theirs');
  const root = join(folder.path, 'root');
  const log = join(root, 'log');
  const lines = 'a line of the log\n'.repeat(400_000);
  await mkdir(theirs);
  await chown(theirs, otherUser.uid, otherUser.gid);
  await mkdir(root, { mode: 0o700 });
  await writeFile(log, lines);

  await symlink(root, join(theirs, 'postgres'));
  await expect(prepareFolder(theirs, otherUser)).rejects.toThrow(/is a link/);
  expect((await stat(root)).mode & 0o777).toBe(0o700);

  await symlink(log, logPath(theirs));
  await expect(trimLog(theirs)).rejects.toThrow(/ELOOP/);
  expect(await readLogEnd(theirs)).toBe('');
  expect((await stat(log)).size).toBe(lines.length);

  await rm(logPath(theirs));
  await rename(log, logPath(theirs));
  await writeFile(log, 'root only');
  await symlink(log, `${logPath(theirs)}.1`);
  await trimLog(theirs);
  expect(await readFile(log, 'utf8')).toBe('root only');
  expect(await readFile(`${logPath(theirs)}.1`, 'utf8')).toBe(lines);
  const copy = await lstat(`${logPath(theirs)}.1`);
  expect([copy.isFile(), copy.uid, copy.mode & 0o777]).toEqual([true, otherUser.uid, 0o600]);
  expect((await stat(logPath(theirs))).size).toBe(0);
});

test('a passwd file with odd lines yields its usable users only', () => {
  const text = [
    '# comment:x:5:5',
    '',
    'root:x:0:0:root:/root:/bin/bash',
    'toor:x:0:0::/:',
    'short:x',
    'letters:x:abc:1::/:',
    '+nis:x:9:9::/:',
    'nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false',
    'daemon:x:1:1',
  ].join('\n');
  expect(parsePasswd(text)).toEqual([
    { name: 'nobody', uid: 4_294_967_294, gid: 4_294_967_294 },
    { name: 'daemon', uid: 1, gid: 1 },
  ]);
});
