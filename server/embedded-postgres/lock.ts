import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openInFolder } from './data-folder.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { runCommand } from './run-command.ts';
import { endOrphans } from './watchdog.ts';

export interface Lock {
  /** For children: a process that inherits it holds the lock too. Undefined without flock. */
  fd: number | undefined;
  /** Closes our copy. The lock itself ends with its last holder. */
  release(): Promise<void>;
}

export interface OwnerLock extends Lock {
  /** Makes a copy that waits for the lock wait longer. */
  announceStop(): void;
}

/** How long a copy that is not stopping is waited for: it may be about to announce it, or to exit. Milliseconds. */
const ownerTimeout = 3_000;
/** How long one that is stopping is waited for. Milliseconds. */
const stoppingOwnerTimeout = 15_000;
/** A little longer than the watchdog lets an orphan live: 10 s INT, 3 s QUIT, then KILL. */
const serverTimeout = 17_000;

const stoppingSuffix = ', stopping';

/**
 * One Node per folder, in whatever container: held by this process alone (Node opens
 * files close-on-exec), so it is free the moment we die.
 * @param onWaiting called once with the holder's description when the holder is stopping and is waited for
 */
export async function takeOwnerLock(
  folder: string,
  onWaiting: (holder: string) => void = () => {},
): Promise<OwnerLock> {
  const path = join(folder, 'owner.lock');
  const started = Date.now();
  for (let isAnnounced = false; ; await delay(100)) {
    const attempt = await tryLock(path);
    const lock = attempt === 'no flock' ? await tryPidFile(`${path}.pid`) : attempt;
    if (lock) {
      const self = `process ${process.pid} on ${hostname()}`;
      describeOwner(path, self);
      return { ...lock, announceStop: () => describeOwner(path, self + stoppingSuffix) };
    }
    const holder = await readFile(path, 'utf8').catch(() => '');
    const isStopping = holder.endsWith(stoppingSuffix);
    if (isStopping && !isAnnounced) onWaiting(holder.slice(0, -stoppingSuffix.length));
    isAnnounced ||= isStopping;
    if (Date.now() - started > (isStopping ? stoppingOwnerTimeout : ownerTimeout)) {
      throw new EmbeddedDatabaseError(
        'in_use',
        `The database in ${folder} is in use by another copy of Promptarium${holder ? ` (${holder})` : ''}. Stop that one first, or give this one its own DATA_DIR.`,
      );
    }
  }
}

/** For the message of the copy that is refused. Only information: a full or read-only disk must not stop a stop. */
function describeOwner(path: string, description: string): void {
  let fd: number | undefined;
  try {
    fd = openInFolder(path);
    ftruncateSync(fd);
    writeSync(fd, description);
  } catch {
    // The lock itself is held, whatever its file says.
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/**
 * No two servers on one folder: held by the watchdog and inherited by every server
 * process, so having it means that nothing of an earlier server lives, and that any
 * postmaster.pid is stale. PostgreSQL's own check of that file does not see processes in other
 * containers: two servers then share a directory and destroy it (measured: 4,811 of 8,914 commits lost).
 * Each server gets a lock opened afresh; one kept by Node would be shared with the dead server's children.
 * Call only with the owner lock in hand: processes that an earlier run left without a watchdog are ended here.
 */
export async function takeServerLock(folder: string, signal?: AbortSignal): Promise<Lock> {
  const started = Date.now();
  for (;;) {
    signal?.throwIfAborted();
    const attempt = await tryLock(join(folder, 'server.lock'));
    if (attempt === 'no flock') {
      if (!(await isPostmasterRunning(folder))) return { fd: undefined, release: async () => {} };
    } else if (attempt) {
      return attempt;
    }
    const waited = Date.now() - started;
    if (waited > serverTimeout) {
      throw new EmbeddedDatabaseError(
        'in_use',
        `The database in ${folder} is in use by another copy of its server, left by an earlier run and not ending by itself.`,
      );
    }
    await endOrphans(folder, waited < 2_000 ? 'SIGQUIT' : 'SIGKILL');
    await delay(50, undefined, signal ? { signal } : {});
  }
}

/** The lock, or undefined if another process holds it. flock(1) locks the open file we share with it. */
async function tryLock(path: string): Promise<Lock | 'no flock' | undefined> {
  const fd = openInFolder(path);
  const { code } = await runCommand('flock', ['-n', '3'], { lockFd: fd });
  if (code === 0) return { fd, release: async () => closeSync(fd) };
  closeSync(fd);
  // 1 is "held by another"; anything else means no flock program (macOS) or a file system without locks.
  return code === 1 ? undefined : 'no flock';
}

/** Without flock: a file with our pid and start time, which a recycled pid does not share. */
export async function tryPidFile(path: string): Promise<Lock | undefined> {
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, await processIdentity(process.pid), { flag: 'wx', mode: 0o600 });
  try {
    // A link to a finished file: another process never finds ours half written and takes it for stale.
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
 * False if the holder lives, or another process was faster. Several may find the same stale file: it is renamed, not
 * deleted, so that a late one notices that it has taken a living successor's file, and restores it.
 */
async function removeStale(path: string): Promise<boolean> {
  const holder = await readFile(path, 'utf8').catch(() => '');
  const pid = Number.parseInt(holder, 10);
  if (pid > 0 && holder === (await processIdentity(pid))) return false;
  const renamedPath = `${path}.${randomUUID()}`;
  try {
    // Synchronously: asking ps took long enough for another process to have replaced the file.
    if (readFileSync(path, 'utf8') !== holder) return false;
    renameSync(path, renamedPath);
  } catch {
    return false;
  }
  const isStale = (await readFile(renamedPath, 'utf8')) === holder;
  if (!isStale) await tryLink(renamedPath, path);
  await unlink(renamedPath);
  return isStale;
}

async function processIdentity(pid: number): Promise<string> {
  const { stdout } = await runCommand('ps', ['-o', 'lstart=', '-p', String(pid)]);
  return `${pid} ${stdout.trim()}`;
}

/** Without flock: is the process that postmaster.pid names a PostgreSQL? */
export async function isPostmasterRunning(folder: string): Promise<boolean> {
  const file = await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(file, 10);
  if (!(pid > 0)) return false;
  const { stdout } = await runCommand('ps', ['-o', 'command=', '-p', String(pid)]);
  return stdout.includes('postgres') && stdout.includes(folder);
}
