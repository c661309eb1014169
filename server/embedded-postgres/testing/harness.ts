import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect } from 'vitest';
import { copyCachedFolder } from '#server/testing/cached-data-folder.ts';
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts';
import { makeTestFolder, type TestFolder } from '#server/testing/test-folder.ts';
import { type Connection, superuser } from '../cluster.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../embedded-database.ts';

export const isRoot = process.getuid?.() === 0;
/** How often each kind of kill is tried; docs/reliability.md has the figures of 200. */
export const killRounds = Number(process.env['KILL_ROUNDS'] ?? 20);
/** Of all of them. Milliseconds. */
export const killTimeout = killRounds * 12_000;
/** Without /proc (macOS) it is unknown which processes are left. */
export const hasProc = process.platform === 'linux';

const minimalApp = fileURLToPath(new URL('./minimal-app.ts', import.meta.url));

/** A data folder in which an earlier start has made a database, so that a test need not wait for initdb. */
export async function makeClusterFolder(): Promise<TestFolder> {
  const folder = await makeTestFolder();
  await copyCluster(folder.path);
  return folder;
}

/** The same in a folder that is or is not there yet. */
export const copyCluster = (dataDir: string) => copyCachedFolder('cluster', makeCluster, dataDir);

async function makeCluster(dataDir: string): Promise<void> {
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} });
  await database.stop();
}

export interface AppEvent {
  event: 'started' | 'failed' | 'stopped' | 'log';
  pid: number;
  dataDir: string;
  connection: Connection;
  messages: string[];
  milliseconds: number;
  code?: string;
  message: string;
}

export interface App {
  pid: number;
  /** The next event of that name, past or future, each given once. Rejects if the app ends without it. */
  next(event: AppEvent['event']): Promise<AppEvent>;
  kill(signal: NodeJS.Signals): Promise<{ code: number | null }>;
}

/**
 * Starts testing/minimal-app.ts without our environment, so also without LANG; `inside` another command, if given. Copies
 * of it, whose compiled modules are of no use to the next run, get nothing at all.
 */
export function startApp(
  args: string[],
  options: { script?: string; uid?: number; gid?: number; cwd?: string; inside?: string[] } = {},
): App {
  const { script = minimalApp, inside = [], ...rest } = options;
  const [command = '', ...words] = [...inside, process.execPath, script, ...args];
  const child = spawn(command, words, {
    env: script === minimalApp ? { NODE_COMPILE_CACHE: COMPILE_CACHE } : {},
    stdio: ['ignore', 'pipe', 'inherit'],
    ...rest,
  });
  const events: AppEvent[] = [];
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line)));
  const exited = new Promise<{ code: number | null }>((resolve) =>
    child.once('close', (code) => resolve({ code })),
  );
  return {
    pid: child.pid ?? 0,
    next: (event) => nextEvent(child, events, event),
    kill: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

async function nextEvent(
  child: ChildProcess,
  events: AppEvent[],
  wanted: AppEvent['event'],
): Promise<AppEvent> {
  for (;;) {
    const index = events.findIndex(({ event }) => event === wanted);
    const [found] = index < 0 ? [] : events.splice(index, 1);
    if (found) return found;
    const hasExited = child.exitCode !== null || child.signalCode !== null;
    if (hasExited && child.stdout?.readableEnded) {
      throw new Error(`the app ended before "${wanted}": ${JSON.stringify(events).slice(-3_000)}`);
    }
    await delay(5);
  }
}

export async function until(
  description: string,
  check: () => Promise<boolean>,
  seconds = 100,
): Promise<void> {
  const giveUp = Date.now() + seconds * 1_000;
  while (!(await check())) {
    if (Date.now() > giveUp) throw new Error(`not within ${seconds} s: ${description}`);
    await delay(10);
  }
}

/**
 * Every living process whose command line or working directory names `folder`: watchdogs and servers. Those found are
 * checked twice: a watchdog that ends may leave its fork on the way to becoming `sleep 0.1`, which until then has its
 * command line (seen after 10 of 801 ends under load), and holds nothing.
 */
export async function processesIn(folder: string): Promise<number[]> {
  const found = await processesNow(folder);
  if (found.length === 0) return found;
  await delay(150);
  const still = new Set(await processesNow(folder));
  return found.filter((pid) => still.has(pid));
}

async function processesNow(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const { pid, state } of await allProcesses()) {
    if (pid === process.pid || state === 'Z') continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`${folder}/`)) found.push(pid);
    else if ((await cwdOf(pid)).startsWith(folder)) found.push(pid);
  }
  return found;
}

function cwdOf(pid: number): Promise<string> {
  return readlink(`/proc/${pid}/cwd`).catch(() => '');
}

export async function noProcessIn(folder: string, seconds = 100): Promise<void> {
  if (hasProc)
    await until(`no process in ${folder}`, async () => (await processesIn(folder)).length === 0, seconds);
}

/** A process and all its descendants, parents first. */
export async function processTree(root: number): Promise<number[]> {
  const all = await allProcesses();
  const tree = [root];
  for (const pid of tree) {
    tree.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  }
  return tree;
}

export async function allProcesses(): Promise<
  { pid: number; parent: number; state: string; name: string }[]
> {
  const found = [];
  for (const entry of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    const [, name = '', state = '', parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(stat) ?? [];
    if (state) found.push({ pid: Number(entry), parent: Number(parent), state, name });
  }
  return found;
}

export async function query<Row extends pg.QueryResultRow>(
  connection: Connection,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

export function acknowledgedCount(file: string): Promise<number> {
  return readFile(file, 'utf8').then(
    (text) => text.split('\n').length - 1,
    () => 0,
  );
}

/** Opens what the kills left behind and counts what is missing, drifted or damaged. */
export async function compareWithAcknowledged(
  dataDir: string,
  file: string,
): Promise<{ acknowledged: number; lost: number; drifted: number; damaged: number }> {
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} });
  try {
    const stored = await query<{ id: string }>(database.connection, 'SELECT id FROM writes');
    const ids = new Set(stored.map(({ id }) => id));
    const acknowledged = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
    const drift = await query(
      database.connection,
      `SELECT lane FROM lanes WHERE total <> (SELECT count(*) FROM writes WHERE writes.lane = lanes.lane)`,
    );
    const damage = await query(
      { ...database.connection, user: superuser },
      `CREATE EXTENSION IF NOT EXISTS amcheck;
       SELECT bt_index_check(indexrelid, true) FROM pg_index WHERE indrelid IN ('writes'::regclass, 'lanes'::regclass)`,
    ).then(
      () => 0,
      () => 1,
    );
    return {
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((id) => !ids.has(id)).length,
      drifted: drift.length,
      damaged: damage,
    };
  } finally {
    await database.stop();
  }
}

/**
 * Kills an app under write load as often as there are rounds. Expects that every next start succeeds unaided, and that
 * nothing that was acknowledged is lost.
 * @returns the figures, in words
 */
export async function surviveKills(
  rounds: number,
  kill: (app: App, round: number) => Promise<unknown>,
): Promise<string> {
  const folder = await makeClusterFolder();
  const acknowledged = join(folder.path, 'acknowledged');
  const startTimes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const app = startApp([folder.path, acknowledged]);
    startTimes.push((await app.next('started')).milliseconds);
    await delay(30 + 5 * (round % 60));
    await kill(app, round);
  }
  const result = await compareWithAcknowledged(folder.path, acknowledged);
  expect(result).toMatchObject({ lost: 0, drifted: 0, damaged: 0 });
  expect(result.acknowledged).toBeGreaterThan(rounds);
  await noProcessIn(folder.path);
  await folder.remove();
  const slowest = Math.round(Math.max(...startTimes));
  return `${rounds} rounds, ${result.acknowledged} acknowledged, ${result.lost} lost, slowest start ${slowest} ms`;
}

/** A backend that is busy for a minute and looks at nothing in the meantime. */
export async function startBusyBackend(database: EmbeddedDatabase): Promise<number> {
  const busy = query(
    database.connection,
    "DO $$ BEGIN WHILE clock_timestamp() < now() + interval '1 minute' LOOP END LOOP; END $$",
  );
  busy.catch(() => {});
  let pid = 0;
  await until('the busy query runs', async () => {
    const found = await query<{ pid: number }>(
      database.connection,
      "SELECT pid FROM pg_stat_activity WHERE query LIKE 'DO $$%'",
    );
    pid = found[0]?.pid ?? 0;
    return pid > 0;
  });
  return pid;
}
