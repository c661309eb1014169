import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, chown, lstat, mkdir, mkdtemp, open, realpath, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';
import { run, type ServerUser } from './run.ts';

/** A socket's address holds 108 bytes on Linux, 104 on macOS; PostgreSQL adds its file name and `.lock`. */
const socketFolderLimit = 85;

/**
 * Folders for data that outlive a restart of the machine, for root in a checkout that
 * the server's user cannot enter (0700, as /root is). /tmp is not one: it is wiped.
 */
const shelters = ['/var/lib/promptarium', '/var/tmp/promptarium'];

/** The one folder in the data directory that is the database's own, and 0700. */
export function wantedFolder(dataDir: string): string {
  return join(resolve(dataDir), 'postgres');
}

/** The folder that has data in it already, if any. A shelter stays the place, even if the checkout has become reachable since. */
export async function findUsedFolder(dataDir: string): Promise<string | undefined> {
  const wanted = wantedFolder(dataDir);
  const places = [...shelters.map((shelter) => join(shelter, shortHash(wanted))), wanted];
  for (const place of places) {
    if (await exists(join(place, 'cluster'))) return place;
  }
  return undefined;
}

/** Makes the database's folder and says, in `notes`, when it is not where it was asked to be. */
export async function prepareFolder(
  dataDir: string,
  user: ServerUser | undefined,
): Promise<{ path: string; notes: string[] }> {
  const wanted = wantedFolder(dataDir);
  if (!user) {
    await makeOwnFolder(wanted);
    return { path: await realpath(wanted), notes: [] };
  }
  const used = await findUsedFolder(dataDir);
  if (used !== undefined && used !== wanted) return { path: used, notes: [movedNote(wanted, used, user)] };
  if (await makeFolderFor(wanted, user)) return { path: await realpath(wanted), notes: [] };
  for (const shelter of shelters) {
    const path = join(shelter, shortHash(wanted));
    if ((await makeRootFolder(shelter)) && (await makeFolderFor(path, user))) {
      return { path, notes: [movedNote(wanted, path, user)] };
    }
  }
  throw new EmbeddedDatabaseError(
    'folder',
    `PostgreSQL does not run as root, and user "${user.name}" can enter neither ${wanted} nor ${shelters.join(' nor ')}. Set DATA_DIR to a folder that "${user.name}" can reach.`,
  );
}

function movedNote(wanted: string, used: string, user: ServerUser): string {
  return `The database lies in ${used}: PostgreSQL does not run as root, and "${user.name}", who runs it, cannot enter ${dirname(wanted)}.`;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

async function makeOwnFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const found = await stat(path);
    if (found.uid !== process.getuid?.()) {
      throw new EmbeddedDatabaseError(
        'folder',
        `The database in ${path} belongs to uid ${found.uid}, not to you: an earlier run as root or as another user made it. Start as that user, or change the owner (chown -R).`,
      );
    }
    await chmod(path, 0o700);
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error;
    throw new EmbeddedDatabaseError('folder', `Cannot use ${path} for the database: ${reason(error)}`);
  }
}

/**
 * As root: a folder that the user may enter, no more. It stays root's, so that the locks and the log,
 * which root writes, cannot be turned into links to somewhere else; only what PostgreSQL
 * itself writes (cluster, socket) is the user's. A folder that is an ordinary user's already stays theirs.
 * False, and nothing left behind, if the user cannot get there or nobody can write there.
 */
async function makeFolderFor(path: string, user: ServerUser): Promise<boolean> {
  let made: string | undefined;
  try {
    made = await mkdir(path, { recursive: true });
    await closeRootFolder(path);
    await access(path, constants.W_OK);
    if (await can('cd "$1"', path, user)) return true;
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error;
  }
  if (made !== undefined) await rmdir(path).catch(() => {});
  return false;
}

/** Not through a link: what lies above may be a user's, who could have root open any folder of its own to others. */
async function closeRootFolder(path: string): Promise<void> {
  if ((await lstat(path)).isSymbolicLink()) {
    throw new EmbeddedDatabaseError(
      'folder',
      `${path} is a link, which root does not follow. Set DATA_DIR to a folder in which "postgres" is none.`,
    );
  }
  const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;
  const folder = await open(path, O_DIRECTORY | O_NOFOLLOW | O_RDONLY);
  try {
    if ((await folder.stat()).uid === 0) await folder.chmod(0o711);
  } finally {
    await folder.close();
  }
}

/** Asked of the system as that user: parents, ACLs, read-only mounts and MAC rules all count. */
async function can(script: string, path: string, user: ServerUser | undefined): Promise<boolean> {
  const { code, error } = await run('/bin/sh', ['-c', script, 'sh', path], { user });
  if (code === null) {
    throw new EmbeddedDatabaseError(
      'platform',
      `Cannot run the embedded database as user "${user?.name}": ${error}. Start Promptarium as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return code === 0;
}

/** /var/tmp is writable by all, so a folder that somebody else put there is not used. */
async function makeRootFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { recursive: true });
    const found = await lstat(path);
    if (!found.isDirectory() || found.uid !== 0) return false;
    await chmod(path, 0o755);
    return true;
  } catch {
    return false;
  }
}

/**
 * Where the server's socket lies: a 0700 folder, in the database's own if its path is short enough.
 * The short one has a fixed name, so restarts after a kill do not litter the temporary folder.
 */
export async function prepareSocketFolder(folder: string, user: ServerUser | undefined): Promise<string> {
  const temporary = [...new Set([tmpdir(), '/tmp'])];
  const candidates = [
    join(folder, 'socket'),
    ...temporary.map((parent) => join(parent, `promptarium-${shortHash(folder)}`)),
  ];
  for (const path of candidates) {
    if (fitsSocket(path) && (await makePrivateFolder(path, user))) return path;
  }
  // Somebody else has our name in the temporary folder: take one nobody could foresee.
  for (const parent of temporary) {
    if (!fitsSocket(join(parent, 'promptarium-XXXXXX'))) continue;
    const path = await mkdtemp(join(parent, 'promptarium-'));
    if (user) await chown(path, user.uid, user.gid);
    if (await can('cd "$1" && test -w .', path, user)) return path;
    await rmdir(path);
  }
  throw new EmbeddedDatabaseError(
    'folder',
    `No folder for the database's socket in ${candidates.join(', ')}.`,
  );
}

function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= socketFolderLimit;
}

async function makePrivateFolder(path: string, user: ServerUser | undefined): Promise<boolean> {
  const uid = user?.uid ?? process.getuid?.();
  try {
    await mkdir(path, { mode: 0o700 });
    if (user) await chown(path, user.uid, user.gid);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false;
  }
  const found = await lstat(path);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) return false;
  return can('cd "$1" && test -w .', path, user);
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
