import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, syncToDisk, unfinishedPrefix } from './binaries.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { exists } from './folder.ts';
import { readLogEnd, startUnderLifeline } from './lifeline.ts';
import { type Lock, takeServerLock } from './lock.ts';
import { run, type ServerUser } from './run.ts';

/** The superuser, for setting up only. The application is an ordinary role, as on a server of one's own. */
export const superuser = 'postgres';

const passwordFile = 'promptarium.password';

interface Place {
  folder: string;
  user: ServerUser | undefined;
  binaries: Binaries;
  log: (message: string, fields?: Record<string, unknown>) => void;
}

export function clusterPath(folder: string): string {
  return join(folder, 'cluster');
}

/** Makes sure `folder` holds a data directory that these binaries can open. Needs the owner lock. */
export async function prepareCluster(place: Place): Promise<void> {
  const lock = await takeServerLock(place.folder);
  try {
    await removeUnfinished(place.folder);
    if (await isCluster(place)) return;
    place.log('making a new database', { folder: place.folder });
    await makeCluster(place, lock);
  } finally {
    await lock.release();
  }
}

async function isCluster({ folder, binaries }: Place): Promise<boolean> {
  const cluster = clusterPath(folder);
  if (!(await exists(cluster))) return false;
  const major = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (major === binaries.major) return true;
  throw new EmbeddedDatabaseError(
    'version',
    major
      ? `The database in ${folder} was made by PostgreSQL ${major}, and this Promptarium brings PostgreSQL ${binaries.major}, which cannot open it. Export it with the Promptarium that made it, then import it here into a new DATA_DIR.`
      : `${cluster} exists but is not a PostgreSQL data directory. Move it away, or set another DATA_DIR.`,
  );
}

/** What earlier starts began and were killed in. Nobody else is at it: we hold both locks. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(unfinishedPrefix))
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * initdb works under another name, and only a complete, synced directory gets the real one:
 * a killed initdb never looks like a database (with initdb in place, 19 of 20 kills left the next start failing).
 */
async function makeCluster({ folder, user, binaries }: Place, lock: Lock): Promise<void> {
  const unfinished = await mkdtemp(join(folder, unfinishedPrefix));
  const cluster = join(unfinished, 'cluster');
  const password = join(unfinished, passwordFile);
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) {
    for (const path of [unfinished, cluster, password]) await chown(path, user.uid, user.gid);
  }
  const initdb = startUnderLifeline({
    command: binaries.initdb,
    args: initdbArguments(cluster, password),
    folder,
    user,
    lock,
  });
  const { code, how } = await initdb.exited;
  if (code !== 0) {
    throw new EmbeddedDatabaseError(
      'start',
      `${await explainInitdb(user, how)}\n${await readLogEnd(folder)}`,
    );
  }
  // initdb has synced its own files. An unsynced password came back empty after a power cut.
  await syncToDisk(password);
  await rename(password, join(cluster, passwordFile));
  await syncToDisk(cluster);
  await rename(cluster, clusterPath(folder));
  await syncToDisk(folder);
  await rm(unfinished, { recursive: true, force: true });
}

/**
 * Nothing is left to the environment's locale: with LANG unset initdb makes an SQL_ASCII
 * database. builtin C.UTF-8 is the same on every machine and never changes under an index.
 */
function initdbArguments(cluster: string, password: string): string[] {
  return [
    `--pgdata=${cluster}`,
    `--username=${superuser}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
    '--data-checksums',
    '--no-instructions',
  ];
}

async function explainInitdb(user: ServerUser | undefined, how: string): Promise<string> {
  const uid = String(user?.uid ?? process.getuid?.());
  const { code } = await run('id', ['-un'], { user });
  const nameless = code !== 0 && !user;
  return nameless
    ? `PostgreSQL's initdb needs a name for uid ${uid}, and this machine has none (a container with an arbitrary uid?). Add a line to /etc/passwd, or set DATABASE_URL.`
    : `PostgreSQL's initdb failed (${how}). The end of its log:`;
}

export async function readPassword(folder: string): Promise<string> {
  const path = join(clusterPath(folder), passwordFile);
  const password = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (password) return password;
  throw new EmbeddedDatabaseError(
    'folder',
    `The database's password is missing: ${path}. Restore it from your copy of the data directory.`,
  );
}
