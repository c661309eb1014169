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
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Lock, openInFolder } from './lock.ts';
import { endOrphans, lifelineName } from './orphans.ts';
import { asUser, childEnvironment, type ServerUser } from './run.ts';

const script = readFileSync(new URL('./lifeline.sh', import.meta.url), 'utf8');

/** The life line ends its command within 13 s and a bit; after this it is itself stuck or was stopped. */
const endPatience = 20_000;

const logLimit = 5 * 1024 * 1024;

export interface UnderLifeline {
  /** Of initdb or postgres, not of the sh above it. 0 if there never was one. */
  pid: Promise<number>;
  /** Resolves when command and life line are gone, with a word on how. Never rejects. */
  exited: Promise<{ code: number | null; how: string }>;
  /** Ends it the way our own death would, and waits. */
  end(): Promise<void>;
}

/**
 * Starts a command under lifeline.sh, as the server's user, with its words going to
 * `server.log`. A file, not a pipe: a pipe that nobody empties stalls every query (measured: 4 s).
 * It gets its own session, so that Ctrl-C reaches Node alone, which then finishes its requests first.
 */
export function startUnderLifeline(options: {
  command: string;
  args: string[];
  folder: string;
  user: ServerUser | undefined;
  lock: Lock;
}): UnderLifeline {
  const { folder, user, lock } = options;
  const log = openInFolder(logPath(folder));
  let child: ChildProcess;
  try {
    child = spawn('/bin/sh', ['-c', script, lifelineName, options.command, ...options.args], {
      cwd: folder,
      env: childEnvironment,
      detached: true,
      stdio: ['pipe', 'pipe', log, lock.fd ?? 'ignore'],
      ...asUser(user),
    });
  } finally {
    closeSync(log);
  }
  child.stdin?.on('error', () => {}); // Closed from the other side: `exited` tells.
  const exited = new Promise<{ code: number | null; how: string }>((resolve) => {
    child.on('error', (error) => resolve({ code: null, how: error.message }));
    child.on('exit', (code, signal) =>
      resolve({ code, how: signal ? `signal ${signal}` : describeCode(code) }),
    );
  });
  return { pid: firstLine(child, exited), exited, end: () => end(child, exited, folder) };
}

/** sh reports a signal as 128 and its number. */
function describeCode(code: number | null): string {
  return code !== null && code > 128 ? `signal ${code - 128}` : `exit code ${code}`;
}

async function firstLine(child: ChildProcess, exited: UnderLifeline['exited']): Promise<number> {
  const stdout = child.stdout;
  if (!stdout) throw new Error('no pipe from the life line');
  const lines = createInterface({ input: stdout });
  const line = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    exited.then(() => ''),
  ]);
  lines.close();
  stdout.destroy();
  return Number(line);
}

async function end(child: ChildProcess, exited: UnderLifeline['exited'], folder: string): Promise<void> {
  child.stdin?.end();
  const patience = new AbortController();
  const late = delay(endPatience, 'late', { signal: patience.signal, ref: false }).catch(() => '');
  if ((await Promise.race([exited, late])) === 'late') {
    child.kill('SIGKILL');
    await endOrphans(folder, 'SIGKILL');
    await exited;
  }
  patience.abort();
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
 * Keeps the log and one older copy, 5 MB each. The server goes on writing to the file it has
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
