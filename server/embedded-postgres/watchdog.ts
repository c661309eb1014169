import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  fstatSync,
  ftruncateSync,
  readFileSync,
} from 'node:fs';
import { open, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { openInFolder } from './data-folder.ts';
import { asUser, childEnvironment, type ServerUser } from './run-command.ts';

const script = readFileSync(new URL('./watchdog.sh', import.meta.url), 'utf8');

/** argv[0] of every watchdog, by which it is recognized among processes. */
const watchdogName = 'promptarium-watchdog';

/** The watchdog ends its command within little more than 13 s; after this it hangs itself or was stopped. */
const endTimeout = 20_000;

const logLimit = 5 * 1024 * 1024;

export interface WatchedProcess {
  /** Of initdb or postgres, not of the sh above it. 0 if there never was one. */
  pid: Promise<number>;
  /** Resolves when command and watchdog are gone, with the reason. Never rejects. */
  exited: Promise<{ code: number | null; description: string }>;
  /** Ends it the way the end of this process would, and waits. */
  end(): Promise<void>;
}

/**
 * Starts a command under watchdog.sh, as the server's user, with its output going to
 * `server.log`. A file, not a pipe: a pipe that is not read stalls every query (measured: 4 s).
 * It gets its own session, so that Ctrl-C reaches Node alone, which then finishes its requests first.
 * @param options.lockFd the server lock, which the command and all its children inherit
 */
export function startUnderWatchdog(options: {
  command: string;
  args: string[];
  folder: string;
  user: ServerUser | undefined;
  lockFd: number | undefined;
}): WatchedProcess {
  const { folder, user, lockFd } = options;
  const log = openInFolder(logPath(folder));
  let child: ChildProcess;
  try {
    child = spawn('/bin/sh', ['-c', script, watchdogName, options.command, ...options.args], {
      cwd: folder,
      env: childEnvironment,
      detached: true,
      stdio: ['pipe', 'pipe', log, lockFd ?? 'ignore'],
      ...asUser(user),
    });
  } finally {
    closeSync(log);
  }
  child.stdin?.on('error', () => {}); // Closed from the other side: see `exited`.
  const exited = new Promise<{ code: number | null; description: string }>((resolve) => {
    child.on('error', (error) => resolve({ code: null, description: error.message }));
    child.on('exit', (code, signal) =>
      resolve({ code, description: signal ? `signal ${signal}` : describeCode(code) }),
    );
  });
  return { pid: firstLine(child, exited), exited, end: () => end(child, exited, folder) };
}

/** sh reports a signal as 128 and its number. */
function describeCode(code: number | null): string {
  return code !== null && code > 128 ? `signal ${code - 128}` : `exit code ${code}`;
}

async function firstLine(child: ChildProcess, exited: WatchedProcess['exited']): Promise<number> {
  const stdout = child.stdout;
  if (!stdout) throw new Error('no pipe from the watchdog');
  const lines = createInterface({ input: stdout });
  const line = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    exited.then(() => ''),
  ]);
  lines.close();
  stdout.destroy();
  return Number(line);
}

async function end(child: ChildProcess, exited: WatchedProcess['exited'], folder: string): Promise<void> {
  child.stdin?.end();
  const waiting = new AbortController();
  const late = delay(endTimeout, 'late', { signal: waiting.signal, ref: false }).catch(() => '');
  if ((await Promise.race([exited, late])) === 'late') {
    child.kill('SIGKILL');
    await endOrphans(folder, 'SIGKILL');
    await exited;
  }
  waiting.abort();
}

export function logPath(folder: string): string {
  return join(folder, 'server.log');
}

/** The log's last lines, for an error message. */
export async function readLogEnd(folder: string): Promise<string> {
  const handle = await open(logPath(folder), constants.O_RDONLY | constants.O_NOFOLLOW).catch(
    () => undefined,
  );
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, 2_000);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8').trim();
  } finally {
    await handle.close();
  }
}

/**
 * Keeps the log and one older copy, 5 MB each. The server continues to write to the file it has
 * open, so the file is emptied, not renamed. PostgreSQL's own logging collector sets no
 * limit on how many files it leaves, and is one more pipe.
 */
export async function trimLog(folder: string): Promise<void> {
  const path = logPath(folder);
  const log = openInFolder(path);
  try {
    if (fstatSync(log).size <= logLimit) return;
    await rm(`${path}.1`, { force: true });
    const copy = openInFolder(`${path}.1`, constants.O_EXCL);
    await pipeline(
      createReadStream('', { fd: log, start: 0, autoClose: false }),
      createWriteStream('', { fd: copy }),
    );
    ftruncateSync(log);
  } finally {
    closeSync(log);
  }
}

interface ServerProcess {
  pid: number;
  parent: number;
}

/**
 * Signals the server processes of `folder` that have no watchdog: it was killed too, or the postmaster died while a
 * backend was busy with a query. Those that have one are shutting down in order. Linux only; elsewhere nothing is
 * found. A process is identified by its name and working directory, never by a pid from a file: in another container
 * that pid is another process.
 */
export async function endOrphans(folder: string, signal: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
  const found = await findServerProcesses(folder);
  const pids = new Set(found.map(({ pid }) => pid));
  for (const { pid, parent } of found) {
    // A child of a server process ends with it.
    if (pids.has(parent) || (await isWatchdog(parent))) continue;
    try {
      process.kill(pid, signal);
    } catch {
      // Gone in the meantime.
    }
  }
}

/** The processes of initdb and postgres that work in `folder`, as far as we have permission to see. */
async function findServerProcesses(folder: string): Promise<ServerProcess[]> {
  const entries = await readdir('/proc').catch(() => []);
  const found: ServerProcess[] = [];
  for (const entry of entries) {
    if (!/^\d+$/.test(entry)) continue;
    const cwd = await readlink(`/proc/${entry}/cwd`).catch(() => '');
    if (cwd !== folder && !cwd.startsWith(`${folder}/`)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    // pid (name) state parent …: the name may contain blanks and brackets.
    const [, name, state, parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(stat) ?? [];
    if ((name !== 'postgres' && name !== 'initdb') || state === 'Z') continue;
    found.push({ pid: Number(entry), parent: Number(parent) });
  }
  return found;
}

async function isWatchdog(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.split('\0').includes(watchdogName);
}
