import { constants, fchownSync, openSync, statSync } from 'node:fs';
import { access, chmod, chown, lstat, mkdir, mkdtemp, open, realpath, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';
import {
  fallbackFolder,
  fallbacks,
  findUsedFolder,
  refuseForeign,
  rememberFallback,
  wantedFolder,
} from './fallback-folder.ts';
import { errorText, shortHash } from './paths.ts';
import { runCommand, type ServerUser } from './run-command.ts';

/** In bytes. A socket's address has 108 on Linux, 104 on macOS; PostgreSQL adds its file name and `.lock`. */
const socketFolderLimit = 85;

interface PreparedFolder {
  path: string;
  /** Where the database lies, when that is not the wanted folder. */
  messages: string[];
}

/** Makes the database's folder. */
export async function prepareFolder(dataDir: string, user: ServerUser | undefined): Promise<PreparedFolder> {
  const wanted = wantedFolder(dataDir);
  const used = await findUsedFolder(dataDir);
  const elsewhere = used === wanted ? undefined : used;
  if (!user) {
    if (elsewhere !== undefined) throw startedAsRoot(dataDir, elsewhere);
    await makeOwnFolder(wanted);
    return { path: await realpath(wanted), messages: [] };
  }
  if (elsewhere !== undefined) return await keepFallback(dataDir, elsewhere, user);
  if (await makeFolderFor(wanted, user)) return { path: await realpath(wanted), messages: [] };
  // Not a fallback: it would be an empty database in place of this one.
  if (used === wanted) {
    throw new EmbeddedDatabaseError(
      'folder',
      `The database in ${wanted} cannot be opened: the folder is read-only, or user "${user.name}", who runs PostgreSQL, cannot enter it. Nothing was changed. Make it accessible again, or set another DATA_DIR.`,
    );
  }
  return await makeFallback(dataDir, user);
}

function startedAsRoot(dataDir: string, elsewhere: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'folder',
    `The database of ${resolve(dataDir)} is in ${elsewhere}, where a start as root has put it. Start as root, or move it away to begin with an empty database.`,
  );
}

/** The fallback that an earlier start has put the database into. */
async function keepFallback(dataDir: string, path: string, user: ServerUser): Promise<PreparedFolder> {
  // Not remembered, it would be lost when the data directory moves. A read-only one cannot say so.
  await rememberFallback(dataDir, path).catch(() => undefined);
  const wanted = wantedFolder(dataDir);
  const isReachable = await isPermitted('cd "$1"', dirname(wanted), user);
  return { path, messages: [isReachable ? keptMessage(path, dataDir) : movedMessage(wanted, path, user)] };
}

async function makeFallback(dataDir: string, user: ServerUser): Promise<PreparedFolder> {
  const wanted = wantedFolder(dataDir);
  await requireWritable(dataDir);
  for (const fallback of fallbacks) {
    const path = fallbackFolder(fallback, wanted);
    await refuseForeign(dataDir, path);
    if ((await makeRootFolder(fallback)) && (await makeFolderFor(path, user))) {
      await rememberFallback(dataDir, path);
      return { path, messages: [movedMessage(wanted, path, user)] };
    }
  }
  throw new EmbeddedDatabaseError(
    'folder',
    `PostgreSQL does not run as root, and user "${user.name}" can enter neither ${wanted} nor ${fallbacks.join(' nor ')}. Set DATA_DIR to a folder that "${user.name}" can reach.`,
  );
}

/** A fallback is remembered in the data directory: one that takes nothing new can have no database anywhere. */
async function requireWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch {
    throw new EmbeddedDatabaseError(
      'folder',
      `The data folder ${resolve(dataDir)} cannot be written: it, or the folder it would be made in, is read-only or no folder. Make it writable, or set another DATA_DIR.`,
    );
  }
}

function movedMessage(wanted: string, used: string, user: ServerUser): string {
  return `The database lies in ${used}: PostgreSQL does not run as root, and "${user.name}", who runs it, cannot enter ${dirname(wanted)}.`;
}

/** Moving a database is for people: it needs room, and backups that follow. */
function keptMessage(used: string, dataDir: string): string {
  return `The database lies in ${used}, where an earlier start has put it, although ${resolve(dataDir)} can be reached by now.`;
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
    throw new EmbeddedDatabaseError('folder', `Cannot use ${path} for the database: ${errorText(error)}`);
  }
}

/**
 * As root: a folder that the user may enter, no more. It stays root's, so that the locks and the log,
 * which root writes, cannot be turned into links to somewhere else; only what PostgreSQL
 * itself writes (cluster, socket) is the user's. A folder that is an ordinary user's already stays theirs.
 * @returns false, with nothing left behind, if the user cannot enter it or it is not writable
 */
async function makeFolderFor(path: string, user: ServerUser): Promise<boolean> {
  let made: string | undefined;
  try {
    made = await mkdir(path, { recursive: true });
    await closeRootFolder(path);
    await access(path, constants.W_OK);
    if (await isPermitted('cd "$1"', path, user)) return true;
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error;
  }
  if (made !== undefined) await rmdir(path).catch(() => {});
  return false;
}

/** Not through a link: a user who owns the parent could make root open any of root's folders to others. */
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

/** Tried as that user, because parents, ACLs, read-only mounts and MAC rules all count. */
async function isPermitted(script: string, path: string, user: ServerUser | undefined): Promise<boolean> {
  const { code, error } = await runCommand('/bin/sh', ['-c', script, 'sh', path], { user });
  if (code === null) {
    throw new EmbeddedDatabaseError(
      'platform',
      `Cannot run the embedded database as user "${user?.name}": ${error}. Start Promptarium as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return code === 0;
}

/** /var/tmp is writable by all, so another user's folder there is not used. */
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
  // Another user has taken our name in the temporary folder: use one that cannot be predicted.
  for (const parent of temporary) {
    if (!fitsSocket(join(parent, 'promptarium-XXXXXX'))) continue;
    const path = await mkdtemp(join(parent, 'promptarium-'));
    if (user) await chown(path, user.uid, user.gid);
    if (await isPermitted('cd "$1" && test -w .', path, user)) return path;
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
  return isPermitted('cd "$1" && test -w .', path, user);
}

/**
 * Opens a file of the database's folder for reading and appending, owned by the folder's owner: root's files in an
 * ordinary user's folder would lock that user out later. Never through a link, which that user could point anywhere.
 * @param flags added to open(2)'s
 */
export function openInFolder(path: string, flags = 0): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
  const fd = openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_RDWR | flags, 0o600);
  const owner = statSync(dirname(path));
  if (process.getuid?.() === 0) fchownSync(fd, owner.uid, owner.gid);
  return fd;
}
