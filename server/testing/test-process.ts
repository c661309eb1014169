import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMPILE_CACHE } from './compile-cache.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The app as its own process, as people and machines start it. */
export interface TestProcess {
  pid: number;
  /** Where it listens; rejects when it ends before. */
  url: Promise<string>;
  exited: Promise<Exit>;
  /** Everything it has written so far, to standard output and standard error. */
  output(): string;
  /** Resolves with the output when it holds `text`; rejects when the process ends before. */
  until(text: string): Promise<string>;
  /** GET of a path on a connection of its own. */
  get(path: string): Promise<HttpResponse>;
  /** Resolves when /readyz says 200. */
  ready(): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<Exit>;
}

const running = new Set<TestProcess>();

/**
 * Starts the app on a free port with these settings and nothing else of our environment. Without DATABASE_URL give
 * it a DATA_DIR. It does not drain when asked to stop, unless the settings say otherwise.
 */
export function startProcess(
  settings: Record<string, string>,
  options: { script?: string; nodeArguments?: string[]; uid?: number; gid?: number } = {},
): TestProcess {
  const { script = 'server/main.ts', nodeArguments = [], ...user } = options;
  const child = spawn(process.execPath, [...nodeArguments, join(ROOT, script)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: '0',
      DRAIN_MILLISECONDS: '0',
      RATE_LIMIT: '0',
      SEARCH_RATE_LIMIT: '0',
      ...settings,
    },
    ...user,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  let hasEnded = false;
  const exited = new Promise<Exit>((done) =>
    child.once('close', (code, signal) => {
      hasEnded = true;
      running.delete(started);
      done({ code, signal });
    }),
  );
  async function until(text: string): Promise<string> {
    while (!output.includes(text)) {
      if (hasEnded) throw new Error(`The app ended before it said "${text}":\n${output}`);
      await sleep(5);
    }
    return output;
  }
  async function findUrl(): Promise<string> {
    const text = await until('Server listening at ');
    return /Server listening at (http:\/\/[^"\s]+)/.exec(text)?.[1] ?? '';
  }
  let url: Promise<string> | undefined;
  const started: TestProcess = {
    pid: child.pid ?? 0,
    get url() {
      url ??= findUrl();
      return url;
    },
    exited,
    output: () => output,
    until,
    get: async (path) => request(`${await started.url}${path}`),
    async ready() {
      while ((await started.get('/readyz').catch(() => undefined))?.status !== 200) {
        if (hasEnded) throw new Error(`The app ended before it was ready:\n${output}`);
        await sleep(10);
      }
    },
    async kill(signal) {
      child.kill(signal);
      return await exited;
    },
  };
  running.add(started);
  return started;
}

/** GET on a connection of its own, or on one of `agent`'s; headers in full, unlike fetch's. */
export function request(url: string, agent: Agent | false = false): Promise<HttpResponse> {
  return new Promise((done, failed) => {
    const call = httpRequest(url, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', failed);
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    call.on('error', failed);
    call.end();
  });
}

/** Keeps a connection open until the server closes it, so that a stopping app drains. */
export async function stayConnected(url: string): Promise<void> {
  await request(`${url}/healthz`, new Agent({ keepAlive: true }));
}

/** For afterEach: what a failing test left running. */
export async function killAllProcesses(): Promise<void> {
  await Promise.all([...running].map((child) => child.kill('SIGKILL')));
}

/**
 * Command lines of living processes that speak of `folder`. Linux only; elsewhere none is found. Those found are looked
 * at twice: the watchdog of an embedded database that ends may leave its copy on the way to becoming `sleep 0.1`.
 */
export async function processesOf(folder: string): Promise<string[]> {
  const found = await processesNow(folder);
  if (found.size === 0) return [];
  await sleep(150);
  const still = await processesNow(folder);
  return [...found].filter(([pid]) => still.has(pid)).map(([, command]) => command);
}

async function processesNow(folder: string): Promise<Map<string, string>> {
  const entries = await readdir('/proc').catch(() => []);
  const found = new Map<string, string>();
  for (const pid of entries.filter((entry) => /^\d+$/.test(entry))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`${folder}/`)) found.set(pid, command.replaceAll('\0', ' '));
  }
  return found;
}
