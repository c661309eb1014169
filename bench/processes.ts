import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.ts';

export const ROOT = join(import.meta.dirname, '..');

/** As npm start does. */
const NODE_ARGUMENTS = ['--max-semi-space-size=16', '--heap-growing-percent=50', '--no-concurrent-marking'];

/** The server under test has this core to itself; load and database have the others. */
const SERVER_CORE = '0';

export interface RunningApp {
  url: string;
  pid: number;
  /** Resident memory, megabytes. */
  memory(): Promise<number>;
  /** Processor time used so far, in milliseconds. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
  /** With SIGKILL: no graceful shutdown. */
  kill(): Promise<void>;
}

/**
 * Starts a script on one core and waits until it answers `probe`.
 * @param fixedPort a free one when absent
 */
export async function startPinned(
  script: string,
  args: (port: number) => string[],
  env: (port: number) => Record<string, string>,
  probe: string,
  fixedPort?: number,
): Promise<RunningApp> {
  const port = fixedPort ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    'taskset',
    ['-c', SERVER_CORE, process.execPath, ...NODE_ARGUMENTS, script, ...args(port)],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env(port) },
    },
  );
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  await waitFor(`${url}${probe}`, child);
  return {
    url,
    pid: child.pid ?? 0,
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    },
    async cpu() {
      // Behind the name in brackets; user and system time are the 14th and 15th field, in hundredths of a second.
      const [, fields = ''] = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(') ');
      const [user, system] = fields.split(' ').slice(11, 13);
      return (Number(user) + Number(system)) * 10;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** The app as it is started in production, without the limits that one busy address would run into. */
export function startApp(
  databaseUrl: string,
  settings: Record<string, string> = {},
  fixedPort?: number,
): Promise<RunningApp> {
  return startPinned(
    'server/main.ts',
    () => [],
    (port) => ({
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      RATE_LIMIT: '0',
      SEARCH_RATE_LIMIT: '0',
      DRAIN_MILLISECONDS: '0',
      ...settings,
    }),
    '/readyz',
    fixedPort,
  );
}

async function waitFor(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600 && child.exitCode === null; attempt += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} does not answer.`);
}
