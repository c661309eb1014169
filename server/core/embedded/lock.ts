import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fchownSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedDatabaseError } from './errors.ts';
import { endOrphans } from './orphans.ts';
import { run } from './run.ts';

export interface Lock {
  /** For children: whoever inherits it holds the lock too. Undefined without flock. */
  fd: number | undefined;
  /** Closes our copy. The lock itself ends with its last holder. */
  release(): Promise<void>;
}

/** Grace for another copy that is just ending. */
const ownerPatience = 3_000;
/** A little longer than the life line lets an orphan live: 10 s INT, 3 s QUIT, then KILL. */
const serverPatience = 17_000;

/**
 * One Node per folder, in whatever container: held by this process alone (Node opens
 * files close-on-exec), so it is free the moment we die.
 */
export async function takeOwnerLock(folder: string): Promise<Lock> {
  const path = join(folder, 'owner.lock');
  const giveUp = Date.now() + ownerPatience;
  for (;;) {
    const attempt = await tryLock(path);
    const lock = attempt === 'no flock' ? await tryPidFile(`${path}.pid`) : attempt;
    if (lock) {
      if (lock.fd !== undefined) {
        ftruncateSync(lock.fd);
        writeSync(lock.fd, `process ${process.pid} on ${hostname()}`);
      }
      return lock;
    }
    if (Date.now() > giveUp) {
      const holder = await readFile(path, 'utf8').catch(() => '');
      throw new EmbeddedDatabaseError(
        'in_use',
        `The database in ${folder} is in use by another copy of Promptarium${holder ? ` (${holder})` : ''}. Stop that one first, or give this one its own DATA_DIR.`,
      );
    }
    await delay(100);
  }
}

/**
 * No two servers on one folder: held by the life line and inherited by every server
 * process, so having it means that nothing of an earlier server lives, and that any
 * postmaster.pid is stale. PostgreSQL's own check of that file does not see processes in other
 * containers: two servers then share a directory and destroy it (measured: 4,811 of 8,914 commits lost).
 * Each server gets a lock opened afresh; one kept by Node would be shared with the dead server's children.
 * Call only with the owner lock in hand: processes that an earlier run left without a life line are ended here.
 */
export async function takeServerLock(folder: string, signal?: AbortSignal): Promise<Lock> {
  const started = Date.now();
  for (;;) {
    signal?.throwIfAborted();
    const attempt = await tryLock(join(folder, 'server.lock'));
    if (attempt === 'no flock') {
      if (!(await livingPostmaster(folder))) return { fd: undefined, release: async () => {} };
    } else if (attempt) {
      return attempt;
    }
    const waited = Date.now() - started;
    if (waited > serverPatience) {
      throw new EmbeddedDatabaseError(
        'in_use',
        `The database in ${folder} is in use by another copy of its server, left by an earlier run and not ending by itself.`,
      );
    }
    await endOrphans(folder, waited < 2_000 ? 'SIGQUIT' : 'SIGKILL');
    await delay(50, undefined, signal ? { signal } : {});
  }
}

/** The lock, or undefined if somebody holds it. flock(1) locks the open file we share with it. */
async function tryLock(path: string): Promise<Lock | 'no flock' | undefined> {
  const fd = openInFolder(path);
  const { code } = await run('flock', ['-n', '3'], { lockFd: fd });
  if (code === 0) return { fd, release: async () => closeSync(fd) };
  closeSync(fd);
  // 1 is "held by another"; anything else is no flock program (macOS) or a file system without locks.
  return code === 1 ? undefined : 'no flock';
}

/**
 * For reading and appending, in the database's folder, and belonging to whom the folder belongs to: root's
 * files in an ordinary user's folder would shut that user out later. Never through a
 * link, since that user could point one anywhere. `flags` are added to open(2)'s.
 */
export function openInFolder(path: string, flags = 0): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
  const fd = openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_RDWR | flags, 0o600);
  const owner = statSync(dirname(path));
  if (process.getuid?.() === 0) fchownSync(fd, owner.uid, owner.gid);
  return fd;
}

/** Without flock: a file with our pid and start time, which a recycled pid does not share. */
export async function tryPidFile(path: string): Promise<Lock | undefined> {
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, await processMark(process.pid), { flag: 'wx', mode: 0o600 });
  try {
    // A link to a finished file: nobody finds ours half written and takes it for stale.
    const isTaken = (await tryLink(own, path)) || ((await removeStale(path)) && (await tryLink(own, path)));
    return isTaken ? { fd: undefined, release: () => unlink(path).catch(() => {}) } : undefined;
  } finally {
    await unlink(own);
  }
}

/** False if `path` is there already. */
async function tryLink(target: string, path: string): Promise<boolean> {
  try {
    await link(target, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * False if the holder lives, or another was faster. Several may find the same stale file: it is renamed, not
 * deleted, so that one who comes late sees that he has a living successor's in hand, and gives it back.
 */
async function removeStale(path: string): Promise<boolean> {
  const holder = await readFile(path, 'utf8').catch(() => '');
  const pid = Number.parseInt(holder, 10);
  if (pid > 0 && holder === (await processMark(pid))) return false;
  const aside = `${path}.${randomUUID()}`;
  try {
    // Without a wait between: asking ps took long enough for another to be through.
    if (readFileSync(path, 'utf8') !== holder) return false;
    renameSync(path, aside);
  } catch {
    return false;
  }
  const isStale = (await readFile(aside, 'utf8')) === holder;
  if (!isStale) await tryLink(aside, path);
  await unlink(aside);
  return isStale;
}

async function processMark(pid: number): Promise<string> {
  const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]);
  return `${pid} ${stdout.trim()}`;
}

/** Without flock: is the process that postmaster.pid names a PostgreSQL? */
export async function livingPostmaster(folder: string): Promise<boolean> {
  const file = await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(file, 10);
  if (!(pid > 0)) return false;
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]);
  return stdout.includes('postgres') && stdout.includes(folder);
}
